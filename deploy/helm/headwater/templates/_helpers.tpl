{{- define "headwater.name" -}}
{{ printf "%s-headwater" .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "headwater.labels" -}}
app.kubernetes.io/name: headwater
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "headwater.selector" -}}
app.kubernetes.io/name: headwater
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "headwater.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* What every process runs as. */}}
{{- define "headwater.pod" -}}
serviceAccountName: {{ include "headwater.name" . }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
volumes:
  - name: home
    emptyDir: {sizeLimit: {{ .Values.home.sizeLimit }}}
  - name: tmp
    emptyDir: {}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "headwater.container" -}}
image: {{ include "headwater.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
volumeMounts:
  - {name: home, mountPath: /var/lib/headwater}
  - {name: tmp, mountPath: /tmp}
envFrom:
  - configMapRef: {name: {{ include "headwater.name" . }}}
{{- range .Values.settingsSecrets }}
  - secretRef: {name: {{ . }}}
{{- end }}
{{- end }}

{{- define "headwater.env" -}}
- name: HEADWATER_DATABASE_URL
  valueFrom:
    secretKeyRef: {name: {{ .Values.database.existingSecret }}, key: {{ .Values.database.key }}}
{{- if .Values.adminKey.existingSecret }}
- name: HEADWATER_ADMIN_KEY
  valueFrom:
    secretKeyRef: {name: {{ .Values.adminKey.existingSecret }}, key: {{ .Values.adminKey.key }}}
{{- end }}
{{- end }}

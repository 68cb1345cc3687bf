/** Numbers, durations and times as people read them; pure, with the zone and the present as arguments. */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly time: string;
}

function partsIn(at: Date, zone: string): Parts {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone, year: "numeric", month: "numeric", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
  });
  const found = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]));
  return { year: Number(found.year), month: Number(found.month), day: Number(found.day), time: `${found.hour}:${found.minute}` };
}

function dayNumber(parts: Parts): number {
  return Date.UTC(parts.year, parts.month - 1, parts.day) / 86_400_000;
}

/** `02:15` today, `yesterday 04:34`, `tomorrow 02:10`, `9 Apr 10:12`, `9 Apr 2025 10:12`. */
export function formatTime(at: Date, now: Date, zone: string): string {
  const parts = partsIn(at, zone);
  const present = partsIn(now, zone);
  const days = dayNumber(present) - dayNumber(parts);
  if (days === 0) return parts.time;
  if (days === 1) return `yesterday ${parts.time}`;
  if (days === -1) return `tomorrow ${parts.time}`;
  const date = `${parts.day} ${MONTHS[parts.month - 1]}`;
  return parts.year === present.year ? `${date} ${parts.time}` : `${date} ${parts.year} ${parts.time}`;
}

/** `20 Apr 2026, 04:12`: for a title, where today may not be meant. */
export function formatMoment(at: Date, zone: string): string {
  const parts = partsIn(at, zone);
  return `${parts.day} ${MONTHS[parts.month - 1]} ${parts.year}, ${parts.time}`;
}

export function formatDay(at: Date, zone: string): string {
  const parts = partsIn(at, zone);
  return `${parts.day} ${MONTHS[parts.month - 1]}`;
}

/** `02:15` on the day that the panel is about, `19 Apr 16:48` on any other. */
export function formatOnDay(at: Date, day: Date, zone: string): string {
  return formatDay(at, zone) === formatDay(day, zone) ? formatClock(at, zone) : `${formatDay(at, zone)} ${formatClock(at, zone)}`;
}

export function formatClock(at: Date, zone: string): string {
  return partsIn(at, zone).time;
}

/** `5 m 00 s`, `58 s`, `1 h 57 m`, `3 d 4 h`: two units at the most. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (whole < 60) return `${whole} s`;
  const two = (number: number): string => String(number).padStart(2, "0");
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${two(whole % 60)} s`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} m`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`;
}

/** `0.4 ms`, `250 ms`, then as any duration. */
export function formatMilliseconds(ms: number): string {
  if (ms >= 1000) return formatDuration(ms / 1000);
  return `${ms > 0 && ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** `5,061` up to a hundred thousand, then `314 k`, `1.2 M`. */
export function formatCount(count: number): string {
  if (count < 100_000) return Math.round(count).toLocaleString("en-US");
  if (count < 1_000_000) return `${Math.round(count / 1000)} k`;
  return `${(count / 1_000_000).toFixed(1)} M`;
}

/** `34`, `5,214`, `31.5 k`, `1.2 M`: for columns where every digit costs room. */
export function formatShortCount(count: number): string {
  return count < 10_000 || count >= 100_000 ? formatCount(count) : `${(count / 1000).toFixed(1)} k`;
}

/** `1 dataset`, `13 datasets`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** The middle cut out, since names of one family differ at their end. */
export function cutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = Math.ceil((longest - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (longest - 1 - head))}`;
}

/** A moment as a field of the browser has it, in the zone of the viewer. */
export function toLocal(at: Date): string {
  return new Date(at.valueOf() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The same back, in UTC; nothing where it is no moment. */
export function fromLocal(text: string): string | null {
  const at = new Date(text);
  return Number.isNaN(at.valueOf()) ? null : at.toISOString().replace(/\.\d+Z$/, "Z");
}

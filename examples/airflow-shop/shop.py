"""Three tasks of Airflow that declare what they read and write; OpenLineage's provider does the rest.

AIRFLOW__OPENLINEAGE__TRANSPORT='{"type": "http", "url": "http://127.0.0.1:8000"}' airflow dags test shop
"""

from datetime import UTC, datetime

from airflow.providers.standard.operators.bash import BashOperator
from airflow.sdk import DAG, Asset

RAW = Asset("s3://raw/orders.csv")
ORDERS = Asset("postgres://db:5432/shop/public/orders")

with DAG("shop", start_date=datetime(2026, 1, 1, tzinfo=UTC), schedule=None):
    extract = BashOperator(task_id="extract", bash_command="true", outlets=[RAW])
    load = BashOperator(task_id="load", bash_command="true", inlets=[RAW], outlets=[ORDERS])
    report = BashOperator(task_id="report", bash_command="true")
    extract >> load >> report

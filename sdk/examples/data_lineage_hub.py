"""The example of Data Lineage Hub's document, with nothing changed but the import line."""

from data_lineage_hub_sdk import lineage_track


@lineage_track(
    job_name="data_processing",
    inputs=[{"type": "mysql", "name": "users.table", "format": "table", "namespace": "prod-db"}],
    outputs=[
        {"type": "s3", "name": "s3://bucket/output.parquet", "format": "parquet", "namespace": "processed"}
    ],
)
def process_data():
    # Team's pipeline logic
    pass


process_data()

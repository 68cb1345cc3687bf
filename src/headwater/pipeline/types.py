"""Spark's types for those who hold them without importing Spark: the worker's session and its streams."""

from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery

Session = SparkSession
Stream = StreamingQuery

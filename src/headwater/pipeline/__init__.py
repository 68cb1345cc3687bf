"""What events mean: parse, facts, fold, publish. The only folder that imports pyspark."""

"""The bridge process: brings Kafka's topics into the one log."""

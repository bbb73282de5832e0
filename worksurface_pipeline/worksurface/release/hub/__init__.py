"""What makes a release a dataset of the Hub: card, datasheet, metadata, licences, Parquet."""

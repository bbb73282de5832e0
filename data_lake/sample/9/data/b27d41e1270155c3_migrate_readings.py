"""Copies readings from schema_old.json to schema_new.json in batches."""

BATCH_ROWS = 2500


def convert(row):
    """Split the joined key and turn tenths of a degree into degrees."""
    station, sensor = row["key"].split(":")
    return {"station": station, "sensor": sensor, "value_c": row["tenths"] / 10}


def batches(rows):
    """Cut the rows into pieces that one transaction can hold."""
    for start in range(0, len(rows), BATCH_ROWS):
        yield [convert(row) for row in rows[start : start + BATCH_ROWS]]

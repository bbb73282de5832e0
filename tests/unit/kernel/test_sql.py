"""Locked SQL: what works, what is refused, and that no query ends the session."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest

from worksurface_pipeline.kernel.errors import (
    DuplicateIdError,
    LakeError,
    QueryError,
    QueryRefusedError,
)
from worksurface_pipeline.kernel.sql import (
    SessionPool,
    SqlLimits,
    SqlSession,
    build_database,
    open_session,
    sql_column_names,
)

LIMITS = SqlLimits(memory_mib=128, seconds=30, rows=5, result_bytes=3000, cell_characters=100)
ORDERS = pl.DataFrame(
    {
        "Region": ["north", "south", "north", None],
        "Amount": [10, 20, 30, 40],
        "Share": [0.5, float("nan"), float("inf"), None],
        "Day": [datetime.date(2024, 1, day) for day in (1, 2, 3, 4)],
        "Price": [Decimal("1.50")] * 4,
        "Paid": [True, False, True, None],
        "Nothing": [None] * 4,
    }
)
CITIES = pl.DataFrame({"城市": ["北京", "上海"], "销售额": [3, 4]})


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sql") / "hidden_place.duckdb"
    build_database(path, {"t1__orders": ORDERS, "t2__城市_销售": CITIES})
    return path


@pytest.fixture(scope="module")
def session(database: Path) -> Iterator[SqlSession]:
    opened = open_session(database, LIMITS)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("sql", "rows", "views"),
    [
        pytest.param("SELECT 1 AS one", [(1,)], (), id="no view"),
        pytest.param('SELECT sum("Amount") FROM t1__orders;', [(100,)], ("t1__orders",), id="sum"),
        pytest.param(
            "select SUM(amount) from T1__ORDERS", [(100,)], ("t1__orders",), id="other case"
        ),
        pytest.param(
            "SELECT sum(Amount) FROM main.t1__orders", [(100,)], ("t1__orders",), id="main schema"
        ),
        pytest.param(
            'SELECT "城市" FROM "t2__城市_销售" ORDER BY "销售额" DESC',
            [("上海",), ("北京",)],
            ("t2__城市_销售",),
            id="CJK names",
        ),
        pytest.param(
            "WITH top AS (SELECT * FROM t1__orders WHERE Amount > 15) SELECT count(*) FROM top",
            [(3,)],
            ("t1__orders",),
            id="CTE",
        ),
        pytest.param(
            "WITH t1__orders AS (SELECT 7 AS x) SELECT x FROM t1__orders",
            [(7,)],
            (),
            id="CTE that shadows a view",
        ),
        pytest.param(
            "SELECT '\"t2__城市_销售\"' -- FROM t1__orders",
            [('"t2__城市_销售"',)],
            (),
            id="mentions only",
        ),
        pytest.param(
            "SELECT Amount, row_number() OVER (ORDER BY Amount DESC) FROM t1__orders LIMIT 1",
            [(40, 1)],
            ("t1__orders",),
            id="window",
        ),
        pytest.param(
            'SELECT a.Amount, b."销售额" FROM t1__orders a JOIN "t2__城市_销售" b'
            ' ON a.Amount = b."销售额" * 10 ORDER BY 1',
            [(30, 3), (40, 4)],
            ("t1__orders", "t2__城市_销售"),
            id="join",
        ),
        pytest.param(
            'SELECT Amount FROM t1__orders WHERE Amount < 15 UNION ALL SELECT "销售额"'
            ' FROM "t2__城市_销售" ORDER BY 1',
            [(3,), (4,), (10,)],
            ("t1__orders", "t2__城市_销售"),
            id="union",
        ),
        pytest.param(
            "FROM t1__orders SELECT max(Amount)", [(40,)], ("t1__orders",), id="from first"
        ),
        pytest.param(
            "SELECT COLUMNS('Am.*') FROM t1__orders LIMIT 1", [(10,)], ("t1__orders",), id="columns"
        ),
        pytest.param(
            "WITH n AS (SELECT 1 AS t2) FROM (UNPIVOT t1__orders ON Amount INTO NAME k VALUE v), n"
            " SELECT sum(v), any_value(t2)",
            [(100, 1)],
            ("t1__orders",),
            id="unpivot",
        ),
        pytest.param(
            "FROM (PIVOT t1__orders ON Region IN ('south') USING sum(Amount) GROUP BY Paid)"
            " SELECT max(south)",
            [(20,)],
            ("t1__orders",),
            id="pivot",
        ),
        pytest.param("VALUES (1), (2)", [(1,), (2,)], (), id="values"),
        pytest.param("SELECT unnest([1, 2])", [(1,), (2,)], (), id="unnest"),
        pytest.param("SELECT * FROM range(2)", [(0,), (1,)], (), id="range"),
        pytest.param(
            "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3)"
            " SELECT sum(i) FROM n",
            [(6,)],
            (),
            id="recursive CTE",
        ),
        pytest.param(
            "SELECT Share, Day, Price, Paid, Nothing FROM t1__orders ORDER BY Amount LIMIT 2",
            [(0.5, "2024-01-01", 1.5, True, None), (None, "2024-01-02", 1.5, False, None)],
            ("t1__orders",),
            id="values of every type",
        ),
        pytest.param(
            "SELECT [1, 2], {'day': DATE '2024-01-01'}, TIMESTAMP '2024-01-01 10:00:00',"
            " 2::HUGEINT",
            [("[1, 2]", '{"day": "2024-01-01"}', "2024-01-01T10:00:00", 2)],
            (),
            id="nested and time",
        ),
        pytest.param("SELECT 1 WHERE false", [], (), id="no rows"),
        pytest.param(
            "SELECT count(*) FROM t1__orders WHERE Region IN"
            " (SELECT Region FROM t1__orders GROUP BY ALL HAVING count(*) > 1)",
            [(2,)],
            ("t1__orders",),
            id="subquery",
        ),
        pytest.param(
            "WITH T1__Orders AS (SELECT 1 AS x) SELECT x, (SELECT count(*) FROM main.t1__orders)"
            " FROM t1__orders",
            [(1, 4)],
            ("t1__orders",),
            id="CTE beside the view that it shadows",
        ),
        pytest.param(
            "SELECT x FROM (WITH t1__orders AS (SELECT 7 AS x) FROM t1__orders),"
            ' (SELECT count(*) FROM "t2__城市_销售")',
            [(7,)],
            ("t2__城市_销售",),
            id="CTE that shadows inside a subquery",
        ),
        pytest.param(
            'SELECT /* FROM "t2__城市_销售" */ \'t1__orders\' AS "t2__城市_销售", $$t1__orders$$',
            [("t1__orders", "t1__orders")],
            (),
            id="names in comments, strings and aliases",
        ),
        pytest.param(
            "SELECT 1 WHERE EXISTS (FROM t1__orders WHERE Amount IN"
            ' (SELECT "销售额" * 10 FROM "t2__城市_销售"))',
            [(1,)],
            ("t1__orders", "t2__城市_销售"),
            id="nested subqueries",
        ),
        pytest.param(
            "SELECT age(DATE '2024-03-01', DATE '2024-01-01')",
            [("60 days, 0:00:00",)],
            (),
            id="distance of two moments",
        ),
        pytest.param(
            "SELECT date_part('year', Day), strftime(Day, '%m') FROM t1__orders LIMIT 1",
            [(2024, "01")],
            ("t1__orders",),
            id="date functions",
        ),
    ],
)
def test_ordinary_queries(
    session: SqlSession, sql: str, rows: list[tuple[object, ...]], views: tuple[str, ...]
) -> None:
    result = session.query(sql)
    assert (list(result.rows), result.views_read) == (rows, views)
    assert not result.is_truncated


ESCAPES = {
    "two statements": "SELECT 1; SELECT 2",
    "no statement": "",
    "only a comment": "-- nothing",
    "read_csv": "SELECT * FROM read_csv('/etc/passwd')",
    "read_text": "SELECT * FROM read_text('/etc/passwd')",
    "read_blob": "SELECT * FROM read_blob('/etc/passwd')",
    "read_parquet": "SELECT * FROM read_parquet('x.parquet')",
    "read_json": "SELECT * FROM read_json_auto('/etc/x.json')",
    "file as table": "SELECT * FROM '/etc/passwd'",
    "parquet file as table": "SELECT * FROM 'x.parquet'",
    "url as table": "SELECT * FROM 'http://127.0.0.1:9/x.csv'",
    "glob": "SELECT * FROM glob('/*')",
    "sniff": "SELECT * FROM sniff_csv('/etc/passwd')",
    "nested file": "SELECT (SELECT count(*) FROM read_text('/etc/passwd')) FROM t1__orders",
    "file in a CTE": "WITH a AS (FROM read_text('/etc/passwd')) SELECT * FROM a",
    "copy out": "COPY t1__orders TO 'out.csv'",
    "copy query": "COPY (SELECT 1) TO '/dev/shm/out.csv'",
    "export": "EXPORT DATABASE 'out'",
    "attach": "ATTACH 'other.duckdb'",
    "detach": "DETACH memory",
    "install": "INSTALL httpfs",
    "load": "LOAD httpfs",
    "set": "SET memory_limit = '99GB'",
    "reset": "RESET memory_limit",
    "pragma": "PRAGMA database_list",
    "call": "CALL pragma_version()",
    "explain": "EXPLAIN SELECT 1",
    "describe": "DESCRIBE t1__orders",
    "show tables": "SHOW TABLES",
    "summarize": "SELECT * FROM (SUMMARIZE t1__orders)",
    "temporary table": "CREATE TEMP TABLE x AS SELECT 1",
    "temporary macro": "CREATE TEMP MACRO f() AS 1",
    "create": "CREATE TABLE x AS SELECT 1",
    "insert": "INSERT INTO t1__orders DEFAULT VALUES",
    "update": "UPDATE t1__orders SET Amount = 0",
    "delete": "DELETE FROM t1__orders",
    "drop": "DROP TABLE t1__orders",
    "begin": "BEGIN",
    "prepare": "PREPARE p AS SELECT 1",
    "checkpoint": "CHECKPOINT",
    "databases": "SELECT path FROM duckdb_databases()",
    "databases as view": "SELECT * FROM duckdb_databases",
    "settings": "SELECT * FROM duckdb_settings()",
    "secrets": "SELECT * FROM duckdb_secrets()",
    "which secret": "SELECT * FROM which_secret('s3://x', 's3')",
    "pragma function": "SELECT * FROM pragma_database_size()",
    "information schema": "SELECT catalog_name FROM information_schema.schemata",
    "catalog table": "SELECT * FROM pg_catalog.pg_database",
    "sqlite master": "SELECT sql FROM sqlite_master",
    "database in name": "SELECT * FROM hidden_place.main.t1__orders",
    "CTE named as an internal view": (
        "WITH a AS (WITH duckdb_databases AS (SELECT 1) FROM duckdb_databases)"
        " SELECT * FROM duckdb_databases"
    ),
    "query function": "SELECT * FROM query('SELECT 1')",
    "query_table function": "SELECT * FROM query_table('duckdb_settings')",
    "serialized sql": "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    "environment": "SELECT getenv('HOME')",
    "setting value": "SELECT current_setting('temp_directory')",
    "variable": "SELECT getvariable('x')",
    "database name": "SELECT current_database()",
    "catalog word": "SELECT current_catalog",
    "qualified function": "SELECT pg_catalog.current_setting('threads')",
    "log": "SELECT write_log('x')",
    "random": "SELECT random()",
    "sample": "SELECT * FROM t1__orders USING SAMPLE 1 ROWS",
    "clock": "SELECT now()",
    "clock word": "SELECT current_date",
    "sleep": "SELECT sleep_ms(60000)",
    "comment before a statement": "/* SELECT 1 */ DROP TABLE t1__orders",
    "comment that ends a line": "SELECT 1 --\n; DROP TABLE t1__orders",
    "quoted function": "SELECT * FROM \"read_csv\"('/etc/passwd')",
    "function in capitals": "SELECT * FROM READ_TEXT('/etc/passwd')",
    "qualified table function": "SELECT * FROM system.main.read_text('/etc/passwd')",
    "quoted file as table": 'SELECT * FROM "/etc/hosts.csv"',
    "file address as table": "SELECT * FROM 'file:///etc/passwd'",
    "list of files": "SELECT * FROM read_csv(['/etc/passwd'])",
    "bucket": "SELECT * FROM read_csv_auto('s3://x')",
    "parquet metadata": "SELECT * FROM parquet_metadata('x.parquet')",
    "parquet scan": "SELECT * FROM parquet_scan('x.parquet')",
    "other database as table": "SELECT * FROM read_duckdb('x.duckdb')",
    "file by POSITIONAL JOIN": "FROM t1__orders POSITIONAL JOIN read_csv('/etc/passwd')",
    "file by LATERAL": "FROM t1__orders, LATERAL (FROM read_text('/etc/passwd'))",
    "file by TABLE": "TABLE '/etc/passwd'",
    "file in EXISTS": "SELECT 1 WHERE EXISTS (FROM read_blob('/etc/passwd'))",
    "file in PIVOT": "PIVOT read_csv('/etc/passwd') ON a",
    "file in VALUES": "VALUES ((SELECT count(*) FROM glob('/*')))",
    "file in a recursive CTE": (
        "WITH RECURSIVE x AS (SELECT 1 UNION ALL SELECT (SELECT count(*) FROM glob('/*')) FROM x)"
        " SELECT * FROM x LIMIT 2"
    ),
    "file in an unread CTE": (
        "WITH x AS MATERIALIZED (SELECT * FROM read_text('/etc/passwd')) SELECT 1"
    ),
    "CTE named as a function": (
        "WITH read_text AS (SELECT 1) SELECT * FROM read_text('/etc/passwd')"
    ),
    "CTE that is not in scope": (
        "WITH a AS (WITH duckdb_views AS (SELECT 1) FROM duckdb_views) FROM a, duckdb_views"
    ),
    "insert in a CTE": "WITH x AS (DELETE FROM t1__orders RETURNING *) SELECT * FROM x",
    "merge": "MERGE INTO t1__orders USING t1__orders AS b ON true WHEN MATCHED THEN DELETE",
    "truncate": "TRUNCATE t1__orders",
    "alter": "ALTER TABLE t1__orders ADD COLUMN x INT",
    "comment on": "COMMENT ON TABLE t1__orders IS 'x'",
    "temporary view": "CREATE OR REPLACE TEMP VIEW x AS SELECT 1",
    "secret": "CREATE SECRET s (TYPE http)",
    "sequence": "CREATE SEQUENCE q",
    "import": "IMPORT DATABASE 'x'",
    "copy database": "COPY FROM DATABASE hidden_place TO memory",
    "attach memory": "ATTACH ':memory:' AS m",
    "attach server": "ATTACH 'postgres:host=127.0.0.1' AS p (TYPE postgres)",
    "detach views": "DETACH hidden_place",
    "load by path": "LOAD './x.duckdb_extension'",
    "forced install": "FORCE INSTALL httpfs",
    "update extensions": "UPDATE EXTENSIONS",
    "set global": "SET GLOBAL threads = 4",
    "set variable": "SET VARIABLE x = (SELECT count(*) FROM t1__orders)",
    "use": "USE memory",
    "vacuum": "VACUUM",
    "analyze": "ANALYZE",
    "execute": "EXECUTE p",
    "deallocate": "DEALLOCATE p",
    "explain analyze": "EXPLAIN ANALYZE SELECT * FROM t1__orders",
    "pragma setting": "PRAGMA threads = 4",
    "pragma sql": "PRAGMA json_execute_serialized_sql('x')",
    "show databases": "SHOW DATABASES",
    "show as table": "SELECT * FROM (SHOW ALL TABLES)",
    "databases in capitals": "SELECT * FROM DUCKDB_DATABASES()",
    "tables": "SELECT * FROM duckdb_tables()",
    "log table": "SELECT * FROM duckdb_logs()",
    "storage": "SELECT * FROM pragma_storage_info('t1__orders')",
    "schema columns": "SELECT * FROM INFORMATION_SCHEMA.COLUMNS",
    "sequence scan": "SELECT * FROM seq_scan('t1__orders')",
    "memory address": "SELECT * FROM arrow_scan(140000, 140000, 140000)",
    "query with text": "SELECT * FROM query('SELECT * FROM t1__orders')",
    "table by list": "SELECT * FROM query_table(['t1__orders'])",
    "macro over a table": "SELECT * FROM histogram_values('t1__orders', 'Amount')",
    "temp schema": "SELECT * FROM temp.t1__orders",
    "setting by method": "SELECT 'threads'.current_setting()",
    "setting in a lambda": "SELECT list_transform(['threads'], lambda x: current_setting(x))",
    "setting in an order": "SELECT 1 ORDER BY current_setting('threads')",
    "setting in a limit": "FROM t1__orders LIMIT (SELECT length(current_setting('threads')))",
    "setting in a window": (
        "SELECT sum(Amount) OVER w FROM t1__orders"
        " WINDOW w AS (PARTITION BY current_setting('threads'))"
    ),
    "setting in a filter": "SELECT count(*) FILTER (WHERE current_setting('x') = '') FROM range(2)",
    "setting in REPLACE": "SELECT * REPLACE (current_setting('x') AS Region) FROM t1__orders",
    "block size": "SELECT get_block_size('hidden_place')",
    "version": "SELECT version()",
    "internal function": "SELECT __internal_decompress_string(1::UBIGINT)",
    "other random": "SELECT uuidv7()",
    "time since": "SELECT ago(INTERVAL 1 DAY)",
    "age": "SELECT age(DATE '2020-01-01')",
    "sample in a join": "SELECT * FROM t1__orders TABLESAMPLE 10%",
    "unknown view": "SELECT * FROM t9__orders",
    "python variable": "SELECT * FROM message",
    "lone surrogate": "SELECT '\ud800'",
    "zero byte": "SELECT 1\0; SELECT 2",
    "very long": "SELECT " + "1," * 20_000 + "1",
}


@pytest.mark.parametrize("sql", [pytest.param(sql, id=name) for name, sql in ESCAPES.items()])
def test_refused(session: SqlSession, database: Path, sql: str) -> None:
    with pytest.raises(QueryRefusedError) as caught:
        session.query(sql)
    assert "hidden_place" not in str(caught.value).replace(sql, "").replace("hidden_place.main", "")
    assert str(database.parent) not in str(caught.value)


@pytest.mark.parametrize(
    ("sql", "part"),
    [
        pytest.param("SELEC 1", "syntax error", id="syntax"),
        pytest.param("SELECT Amont FROM t1__orders", "Amont", id="unknown column"),
        pytest.param("SELECT Region::INT FROM t1__orders", "north", id="conversion"),
        pytest.param("SELECT nofunction(1)", "nofunction", id="unknown function"),
        pytest.param("SELECT $1", "parameter", id="parameter"),
        pytest.param("SELECT " + "(" * 3000 + "1" + ")" * 3000, "depth", id="nested too deeply"),
    ],
)
def test_failed_queries_say_why(session: SqlSession, database: Path, sql: str, part: str) -> None:
    with pytest.raises(QueryError) as caught:
        session.query(sql)
    assert type(caught.value) is QueryError
    assert part in str(caught.value)
    assert "LINE 1" not in str(caught.value)
    assert database.stem not in str(caught.value)


def test_unknown_view_names_the_nearest(session: SqlSession) -> None:
    with pytest.raises(QueryRefusedError, match="nearest is 't1__orders'"):
        session.query("SELECT * FROM t1__order")


@pytest.mark.parametrize(
    ("sql", "count"),
    [
        pytest.param("SELECT * FROM range(6)", 5, id="rows"),
        pytest.param("SELECT * FROM range(10000000000000)", 5, id="endless"),
        pytest.param("SELECT repeat('x', 101)", 1, id="cell"),
        pytest.param("SELECT " + ",".join(["repeat('y', 99)"] * 40), 0, id="bytes"),
    ],
)
def test_results_are_bounded(session: SqlSession, sql: str, count: int) -> None:
    result = session.query(sql)
    assert result.is_truncated
    assert len(result.rows) == count
    assert all(len(str(cell)) <= 100 for row in result.rows for cell in row)


@pytest.mark.parametrize(
    ("path", "frames", "error"),
    [
        pytest.param(
            "a.duckdb",
            {"v": pl.DataFrame({"a": [1]}), "V": pl.DataFrame()},
            DuplicateIdError,
            id="equal names",
        ),
        pytest.param("a.duckdb", {"v": pl.DataFrame()}, LakeError, id="no columns"),
        pytest.param("file/a.duckdb", {}, LakeError, id="folder is a file"),
    ],
)
def test_build_names_what_is_wrong(
    tmp_path: Path, path: str, frames: dict[str, pl.DataFrame], error: type[Exception]
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(error):
        build_database(tmp_path / path, frames)
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_column_names_become_distinct() -> None:
    names = ["Name", "name", "NAME_2", "É", "é", "name"]
    assert sql_column_names(names) == ("Name", "name_3", "NAME_2", "É", "é", "name_4")


def test_columns_that_differ_in_case_stay_apart(tmp_path: Path) -> None:
    path = tmp_path / "v.duckdb"
    build_database(path, {"v": pl.DataFrame({"A": [1], "a": [2]})})
    session = open_session(path, LIMITS)
    assert session.query("SELECT A, a_2 FROM v").rows == ((1, 2),)
    session.close()


def test_absent_database_is_no_fault_of_the_query(tmp_path: Path) -> None:
    session = open_session(tmp_path / "absent.duckdb", LIMITS)
    with pytest.raises(LakeError, match="cannot be opened"):
        session.query("SELECT 1")


def test_pool_serves_threads_and_closes(database: Path) -> None:
    pool = SessionPool(database, LIMITS, size=2)
    assert [pool.query("SELECT 1").rows for _ in range(3)] == [((1,),)] * 3
    pool.close()
    assert pool.query("SELECT 2").rows == ((2,),)
    pool.close()

"""ShopFlow as one value: everything the history is made from, gathered here."""

from datetime import time

from headwater.demo.shop.checks import SUITES
from headwater.demo.shop.dashboard_jobs import DASHBOARD_JOBS
from headwater.demo.shop.marts import DASHBOARDS, FINANCE, MARKETING, MARTS
from headwater.demo.shop.migrations import MIGRATIONS
from headwater.demo.shop.model import AIRFLOW, Dag, Identity, Shop
from headwater.demo.shop.morning_jobs import MORNING_JOBS
from headwater.demo.shop.people import PEOPLE
from headwater.demo.shop.queries import QUERIES
from headwater.demo.shop.revenue_jobs import REVENUE_JOBS
from headwater.demo.shop.sales_jobs import SALES_JOBS
from headwater.demo.shop.sources import SOURCES
from headwater.demo.shop.staging_jobs import STAGING_JOBS
from headwater.demo.shop.warehouse import SALES, STAGING

DATASETS = SOURCES + STAGING + SALES + MARTS + MARKETING + FINANCE + DASHBOARDS

DAGS = (
    Dag(Identity(AIRFLOW, "nightly_staging"), "jonas.platform", "Sources into staging.", time(0, 0)),
    Dag(Identity(AIRFLOW, "nightly_sales"), "sam.lead", "From staging to marts, all night.", time(0, 40)),
)

SHOPFLOW = Shop(
    people={person.name: person for person in PEOPLE},
    datasets={dataset.key: dataset for dataset in DATASETS},
    jobs=STAGING_JOBS + SALES_JOBS + REVENUE_JOBS + MORNING_JOBS + DASHBOARD_JOBS,
    dags=DAGS,
    suites=SUITES,
    queries=QUERIES,
    migrations=MIGRATIONS,
)

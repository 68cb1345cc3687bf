"""The jobs that refresh the dashboards in Looker, before the offices open."""

from headwater.demo.shop.model import LOOKER_JOBS, Identity, Job
from headwater.demo.shop.notation import daily, sql, writes

DASHBOARD_JOBS: tuple[Job, ...] = (
    Job(
        id=Identity(LOOKER_JOBS, "revenue_overview_refresh"),
        owner="omar.bi",
        description="Refresh the wall of the sales floor.",
        sql=sql("""
            select
                r.revenue_date,
                r.country,
                sum(r.orders_count) as orders_count,
                sum(r.gross_revenue_usd) as gross_revenue_usd
            from shopflow.marts.fct_revenue as r
            group by r.revenue_date, r.country
        """),
        outputs=(
            writes(
                "looker.revenue_overview",
                """
                revenue_date       copy   r.revenue_date
                country            copy   r.country
                orders_count       agg    r.orders_count
                gross_revenue_usd  agg    r.gross_revenue_usd
                *                  group  r.revenue_date r.country
                """,
                r="marts.fct_revenue",
            ),
        ),
        at=daily("06:30"),
        minutes=1.5,
        path="looker/revenue_overview.lkml",
        integration="LOOKER",
    ),
    Job(
        id=Identity(LOOKER_JOBS, "executive_summary_refresh"),
        owner="omar.bi",
        description="Refresh the page for the Monday meeting.",
        sql=sql("""
            select k.kpi_date, k.revenue_usd, k.conversion_rate, k.avg_ltv_usd
            from shopflow.marts.executive_kpis as k
            where k.kpi_date >= current_date - interval '30 days'
        """),
        outputs=(
            writes(
                "looker.executive_summary",
                """
                kpi_date         copy   k.kpi_date
                revenue_usd      copy   k.revenue_usd
                conversion_rate  copy   k.conversion_rate
                avg_ltv_usd      copy   k.avg_ltv_usd
                *                where  k.kpi_date
                """,
                k="marts.executive_kpis",
            ),
        ),
        at=daily("06:40"),
        minutes=1,
        path="looker/executive_summary.lkml",
        integration="LOOKER",
    ),
    Job(
        id=Identity(LOOKER_JOBS, "customer_health_refresh"),
        owner="priya.data",
        description="Refresh the worth of customers by segment.",
        sql=sql("""
            select
                s.segment,
                l.country,
                count(s.customer_id) as customers,
                sum(l.lifetime_value_usd) as value_usd
            from shopflow.marketing.customer_segments as s
            join shopflow.marts.customer_ltv as l on l.customer_id = s.customer_id
            group by s.segment, l.country
        """),
        outputs=(
            writes(
                "looker.customer_health",
                """
                segment    copy   s.segment
                country    copy   l.country
                customers  count  s.customer_id
                value_usd  agg    l.lifetime_value_usd
                *          join   s.customer_id l.customer_id
                *          group  s.segment l.country
                """,
                s="marketing.customer_segments",
                l="marts.customer_ltv",
            ),
        ),
        at=daily("06:50"),
        minutes=2,
        path="looker/customer_health.lkml",
        integration="LOOKER",
    ),
    Job(
        id=Identity(LOOKER_JOBS, "campaign_performance_refresh"),
        owner="mei.growth",
        description="Refresh campaigns against their channel.",
        sql=sql("""
            select c.campaign, c.channel, c.roi, h.revenue_usd as channel_revenue_usd
            from shopflow.marketing.campaign_roi as c
            join shopflow.marketing.channel_revenue as h
                on h.channel = c.channel and h.revenue_date = c.spend_date
        """),
        outputs=(
            writes(
                "looker.campaign_performance",
                """
                campaign             copy  c.campaign
                channel              copy  c.channel
                roi                  copy  c.roi
                channel_revenue_usd  copy  h.revenue_usd
                *                    join  c.channel c.spend_date h.channel h.revenue_date
                """,
                c="marketing.campaign_roi",
                h="marketing.channel_revenue",
            ),
        ),
        at=daily("07:00"),
        minutes=1.5,
        path="looker/campaign_performance.lkml",
        integration="LOOKER",
    ),
)

"""Where ShopFlow's data begins: the CRM, the shop's database, the event stream and the lake."""

from headwater.demo.shop.model import Dataset
from headwater.demo.shop.naming import CRM, SHOP, lake_file, source_table, topic

# One shape in two places: the files in the lake, and the warehouse table that is a window onto them.
SESSIONS = """
    session_id    varchar(36)   internal       One visit.
    visitor_hash  char(64)      confidential   The visitor's address, hashed.
    utm_campaign  varchar(80)   internal       The campaign that brought the visitor.
    started_at    timestamptz   internal       The first page.
    ended_at      timestamptz   internal       The last page.
    page_views    integer       internal       Pages seen.
"""

SOURCES: tuple[Dataset, ...] = (
    source_table(
        CRM,
        "crm.public.customers",
        "carla.crm",
        1,
        48_000,
        "Everyone who ever opened an account.",
        """
        customer_id       bigint        internal         The account's number.
        email             varchar(320)  restricted+pii   Where receipts go.
        full_name         varchar(200)  restricted+pii   As the customer wrote it.
        phone             varchar(40)   restricted+pii   For the courier.
        country           char(2)       internal         Where the account was opened.
        marketing_opt_in  boolean       confidential     Whether we may write to them.
        created_at        timestamptz   internal         When the account was opened.
        """,
    ),
    source_table(
        CRM,
        "crm.public.addresses",
        "carla.crm",
        2,
        61_000,
        "Delivery addresses, several for some customers.",
        """
        address_id   bigint        internal         The address's number.
        customer_id  bigint        internal         Whose address it is.
        street       varchar(200)  restricted+pii   Street and house.
        city         varchar(100)  confidential     Town.
        postal_code  varchar(12)   restricted+pii   Postal code.
        country      char(2)       internal         Country of delivery.
        is_default   boolean       internal         The one used unless another is chosen.
        """,
    ),
    source_table(
        SHOP,
        "shop.public.orders",
        "raj.shop",
        1,
        5_200,
        "Orders as the shop takes them, in the currency of the customer.",
        """
        order_id      bigint         internal       The order's number.
        customer_id   bigint         internal       Who ordered.
        status        varchar(20)    internal       draft, placed, completed, cancelled or returned.
        currency      char(3)        public         What the customer paid in.
        amount        numeric(12,2)  confidential   The total in that currency.
        coupon_code   varchar(40)    internal       The coupon, when one was used.
        utm_campaign  varchar(80)    internal       The campaign of the visit that ended in the order.
        placed_at     timestamptz    internal       When the order was placed.
        """,
    ),
    source_table(
        SHOP,
        "shop.public.order_items",
        "raj.shop",
        1,
        14_300,
        "The lines of each order.",
        """
        order_id    bigint         internal       The order.
        line_no     integer        internal       The line within it.
        product_id  bigint         internal       What was bought.
        quantity    integer        internal       How many.
        unit_price  numeric(12,2)  confidential   Price of one.
        discount    numeric(12,2)  confidential   What was taken off the line.
        """,
    ),
    source_table(
        SHOP,
        "shop.public.payments",
        "raj.shop",
        1,
        5_400,
        "Payments as the provider reports them.",
        """
        payment_id   bigint         internal         The provider's number.
        order_id     bigint         internal         The order paid for.
        method       varchar(20)    internal         card, wallet or invoice.
        card_number  varchar(19)    restricted+pii   The card, partly blanked by the provider.
        status       varchar(20)    internal         authorised, captured or refunded.
        currency     char(3)        public           Currency of the payment.
        amount       numeric(12,2)  confidential     Amount of the payment.
        paid_at      timestamptz    internal         When it was captured.
        """,
    ),
    source_table(
        SHOP,
        "shop.public.products",
        "raj.shop",
        2,
        3_100,
        "The catalogue.",
        """
        product_id  bigint         public         The product's number.
        sku         varchar(40)    public         Its code in the warehouse hall.
        title       varchar(200)   public         Its name in the shop.
        category    varchar(80)    public         The shelf it stands on.
        unit_cost   numeric(12,2)  confidential   What we pay for one.
        """,
    ),
    source_table(
        SHOP,
        "shop.public.inventory",
        "raj.shop",
        3,
        9_200,
        "How many of each product lie in which hall.",
        """
        product_id  bigint       internal   The product.
        hall        varchar(20)  internal   The hall.
        quantity    integer      internal   How many lie there.
        """,
    ),
    topic(
        "web.page_views",
        "jonas.platform",
        2,
        22_000,
        "Every page seen in the shop.",
        """
        event_id      varchar(36)    internal         The view.
        session_id    varchar(36)    internal         The visit it belongs to.
        visitor_ip    varchar(45)    restricted+pii   The visitor's address.
        url           varchar(2000)  internal         The page.
        utm_campaign  varchar(80)    internal         The campaign in the link, if any.
        viewed_at     timestamptz    internal         When.
        """,
    ),
    topic(
        "web.checkout_events",
        "jonas.platform",
        2,
        7_800,
        "Steps of the checkout.",
        """
        session_id   varchar(36)  internal   The visit.
        step         varchar(20)  internal   basket, address, payment or done.
        occurred_at  timestamptz  internal   When.
        """,
    ),
    lake_file(
        "raw/fx_rates",
        "lena.finance",
        2,
        34,
        "Exchange rates, one file a day from the bank.",
        """
        currency   char(3)        public   The currency.
        rate_date  date           public   The day.
        usd_rate   numeric(14,6)  public   US dollars for one unit.
        """,
    ),
    lake_file(
        "raw/ad_spend",
        "mei.growth",
        3,
        260,
        "What the advertising networks charged.",
        """
        campaign_name  varchar(80)    internal       The campaign.
        channel        varchar(40)    internal       search, social, mail or affiliates.
        day            date           internal       The day charged.
        currency       char(3)        public         Currency of the charge.
        spend          numeric(12,2)  confidential   The charge.
        clicks         integer        internal       Clicks bought.
        """,
    ),
    lake_file(
        "clickstream/sessions",
        "jonas.platform",
        3,
        4_100,
        "Visits, put together from page views every hour.",
        SESSIONS,
        table="shopflow.staging.stg_sessions",
    ),
)

"""The warehouse's first two floors: staging, where sources land, and sales, which all else builds on."""

from headwater.demo.shop.model import Dataset
from headwater.demo.shop.naming import table
from headwater.demo.shop.sources import SESSIONS

STAGING: tuple[Dataset, ...] = (
    table(
        "staging.stg_customers",
        "jonas.platform",
        2,
        48_000,
        "Customers with their default address.",
        """
        customer_id       bigint        internal         The account's number.
        email             varchar(320)  restricted+pii   Where receipts go.
        email_sha256      char(64)      confidential     The address, hashed; safe to join on.
        full_name         varchar(200)  restricted+pii   As the customer wrote it.
        country           char(2)       internal         Country of delivery, else of the account.
        city              varchar(100)  confidential     Town.
        postal_area       char(3)       internal         First three signs of the postal code.
        marketing_opt_in  boolean       confidential     Whether we may write to them.
        created_at        timestamptz   internal         When the account was opened.
        """,
    ),
    table(
        "staging.stg_orders",
        "jonas.platform",
        2,
        5_200,
        "Yesterday's orders, as the shop has them.",
        """
        order_id      bigint         internal       The order's number.
        customer_id   bigint         internal       Who ordered.
        order_status  varchar(20)    internal       The shop's status in small letters.
        currency      char(3)        public         What the customer paid in.
        amount        numeric(12,2)  confidential   The total in that currency.
        coupon_code   varchar(40)    internal       The coupon, when one was used.
        utm_campaign  varchar(80)    internal       The campaign behind the order.
        placed_at     timestamptz    internal       When the order was placed.
        """,
    ),
    table(
        "staging.stg_products",
        "jonas.platform",
        3,
        3_100,
        "The catalogue with stock.",
        """
        product_id     bigint         public         The product's number.
        sku            varchar(40)    public         Its code.
        title          varchar(200)   public         Its name.
        category       varchar(80)    public         Its shelf.
        unit_cost      numeric(12,2)  confidential   What we pay for one.
        stock_on_hand  integer        internal       How many lie in all halls.
        """,
    ),
    table(
        "staging.stg_sessions",
        "jonas.platform",
        3,
        4_100,
        "Visits; a window onto the files in the lake.",
        SESSIONS,
    ),
    table(
        "staging.stg_fx_rates",
        "lena.finance",
        2,
        34,
        "Exchange rates to the US dollar.",
        """
        currency   char(3)        public   The currency.
        rate_date  date           public   The day.
        usd_rate   numeric(14,6)  public   US dollars for one unit.
        """,
    ),
    table(
        "staging.stg_ad_spend",
        "mei.growth",
        3,
        260,
        "Advertising charges in US dollars.",
        """
        campaign    varchar(80)    internal       The campaign.
        channel     varchar(40)    internal       Where it ran.
        spend_date  date           internal       The day.
        spend_usd   numeric(12,2)  confidential   The charge in US dollars.
        clicks      integer        internal       Clicks bought.
        """,
    ),
    table(
        "staging.stg_orders_backup_2025",
        "jonas.platform",
        3,
        1_700_000,
        "A copy made before last year's move; dropped in the first week.",
        """
        order_id   bigint         internal       The order's number.
        amount     numeric(12,2)  confidential   The total.
        placed_at  timestamptz    internal       When the order was placed.
        """,
    ),
)

SALES: tuple[Dataset, ...] = (
    table(
        "sales.orders",
        "sam.lead",
        1,
        5_050,
        "One row per order, in US dollars. Nearly every number at ShopFlow starts here.",
        """
        order_id      bigint         internal       The order's number.
        customer_id   bigint         internal       Who ordered.
        order_status  varchar(20)    internal       placed, completed, cancelled or returned.
        currency      char(3)        public         What the customer paid in.
        amount_usd    numeric(12,2)  confidential   The total in US dollars at the day's rate.
        coupon_code   varchar(40)    internal       The coupon, when one was used.
        utm_campaign  varchar(80)    internal       The campaign behind the order.
        placed_at     timestamptz    internal       When the order was placed.
        """,
    ),
    table(
        "sales.customers",
        "sam.lead",
        1,
        47_600,
        "One row per customer.",
        """
        customer_id       bigint        internal         The account's number.
        email             varchar(320)  restricted+pii   Where receipts go.
        email_sha256      char(64)      confidential     The address, hashed.
        full_name         varchar(200)  restricted+pii   As the customer wrote it.
        country           char(2)       internal         Country.
        city              varchar(100)  confidential     Town.
        marketing_opt_in  boolean       confidential     Whether we may write to them.
        first_seen_on     date          internal         The day the account was opened.
        """,
    ),
    table(
        "sales.order_items",
        "sam.lead",
        1,
        14_300,
        "One row per line of an order.",
        """
        order_id    bigint         internal       The order.
        line_no     integer        internal       The line within it.
        product_id  bigint         internal       What was bought.
        category    varchar(80)    public         Its shelf.
        quantity    integer        internal       How many.
        line_total  numeric(12,2)  confidential   Price of the line after discount.
        """,
    ),
    table(
        "sales.payments",
        "lena.finance",
        1,
        5_100,
        "Captured payments.",
        """
        payment_id        bigint         internal       The provider's number.
        order_id          bigint         internal       The order paid for.
        method            varchar(20)    internal       card, wallet or invoice.
        card_fingerprint  char(64)       confidential   The card, hashed; finds repeated cards.
        currency          char(3)        public         Currency of the payment.
        amount            numeric(12,2)  confidential   Amount captured.
        paid_at           timestamptz    internal       When it was captured.
        """,
    ),
    table(
        "sales.fulfilment_status",
        "sam.lead",
        2,
        5_050,
        "Which orders still wait to be packed.",
        """
        order_id      bigint       internal   The order.
        order_status  varchar(20)  internal   Its status.
        placed_at     timestamptz  internal   When it was placed.
        items_total   integer      internal   Things to pack.
        is_open       boolean      internal   Whether it still waits.
        """,
    ),
)

-- dialect: snowflake
-- output: o
{% if incremental %} select 1 from t {% endif %}
-- expect
-- problem: templating

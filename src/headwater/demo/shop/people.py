"""Who works at ShopFlow, and in which team."""

from headwater.demo.shop.model import Person

PEOPLE: tuple[Person, ...] = (
    Person("sam.lead", "sales-data", "Lead data engineer, owner of everything about orders"),
    Person("alex.junior", "sales-data", "Data engineer since February"),
    Person("priya.data", "analytics", "Senior analyst, who asks the warehouse more than anyone"),
    Person("omar.bi", "analytics", "Keeper of the dashboards"),
    Person("lena.finance", "finance-data", "Finance engineer, closes the month"),
    Person("mei.growth", "growth", "Marketing engineer"),
    Person("jonas.platform", "data-platform", "Runs ingestion and the warehouse"),
    Person("tom.ops", "data-platform", "On call in the night of 20 April"),
    Person("carla.crm", "customer-care", "Owner of the CRM"),
    Person("raj.shop", "shop-backend", "Owner of the shop's own database"),
)

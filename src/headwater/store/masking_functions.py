"""Functions of the views that cut names of hidden datasets out of texts and events that a team may see."""

# Names of hidden datasets that one of the team's own jobs touches, cut from its own texts and events.
MASKING = r"""
create function visible.member_nodes(members text[]) returns uuid[] stable language sql as $$
    select coalesce(array_agg(node.key), '{}')
    from (
        select run.job_id as id from public.runs as run
        join unnest(members) as member on run.run_id = nullif(substring(member from '^run:(.*)'), '')::uuid
        union
        select result.dataset_id from public.assertions as result
        join unnest(members) as member on result.key = nullif(substring(member from '^test:(.*)'), '')::uuid
    ) as owners
    join public.nodes as node on node.id = owners.id
$$;
create function visible.sees_query(key uuid) returns boolean stable cost 1000 language plpgsql as $$
begin
    return exists (select from public.job_texts as own join visible.nodes as job on job.id = own.job_id
                   where own.query_key = $1)
        or exists (select from public.query_references as used where used.query_key = $1)
           and not exists (
               select from public.query_references as used
               where used.query_key = $1
                 and not exists (select from visible.nodes as seen where seen.id = used.dataset_id));
end
$$;
create view visible.sql_owners as
select lineage.owner_id, analysed.sql_key
from public.sql_lineage as lineage join public.sql_analyses as analysed on analysed.key = lineage.analysis
where lineage.owner_id in (select id from visible.nodes);
create function visible.hidden_names(job_ids integer[]) returns text[] stable language sql as $$
    select coalesce(array_agg(distinct node.name), '{}')
    from public.edges as edge
    join public.nodes as node on node.id in (edge.source_dataset_id, edge.target_dataset_id)
    where edge.owner_id = any(job_ids) and node.kind = 'dataset'
      and not exists (select from visible.nodes as seen where seen.id = node.id)
$$;
create function visible.quoted(name text) returns text immutable language sql as $$
    select regexp_replace(name, '([\\.^$*+?(){}\[\]|])', '\\\1', 'g')
$$;
create function visible.masked(content text, names text[]) returns text immutable language plpgsql as $$
declare
    one text;
begin
    foreach one in array names loop
        content := replace(content, one, 'hidden');
        -- A text names a table by its last parts alone; another table may end in the same one.
        while one <> '' loop
            content := regexp_replace(
                content, '(?<![\w./])' || visible.quoted(one) || '\M', 'hidden', 'gi');
            one := coalesce(substring(one from '[./](.*)$'), '');
        end loop;
    end loop;
    return content;
end
$$;
create function visible.without_hidden(datasets jsonb, names text[])
returns jsonb immutable language sql as $$
    select coalesce(jsonb_agg(
        case when dataset ->> 'name' = any(names) then '{"namespace": "hidden", "name": "hidden"}'::jsonb
             else dataset end), '[]')
    from jsonb_array_elements(datasets) as dataset
$$;
create function visible.shown_body(body text, names text[]) returns text immutable language plpgsql as $$
declare
    document jsonb;
    side text;
begin
    if names = '{}' then
        return body;
    end if;
    document := body::jsonb;
    foreach side in array array['inputs', 'outputs'] loop
        if jsonb_typeof(document -> side) = 'array' then
            document := jsonb_set(document, array[side], visible.without_hidden(document -> side, names));
        end if;
    end loop;
    -- Column lineage names columns beside their dataset: `jsonb` writes the shorter name first.
    return regexp_replace(visible.masked(document::text, names),
        '"name": "hidden", "field": "([^"\\]|\\.)*"', '"name": "hidden", "field": "hidden"', 'g');
end
$$;
"""

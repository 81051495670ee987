// How much strangers have stored: one counter per kind and holder (a client's key, an address, a project), kept by triggers, so that it is
// exact whoever deletes a row, and whichever instance stored it.
import type { Migration } from '../migration.js'

/** A project's counter is spread over so many rows: its clients would else wait for one another. */
export const PROJECT_SHARDS = 8

/** Tables with rows of strangers, and the kind they count as. */
const counted = {
  relay_messages: 'mail',
  relay_subscriptions: 'subscriptions',
  sessions: 'sessions',
  names: 'names',
} as const

const triggers = Object.entries(counted).flatMap(([table, kind]) => [
  `create trigger storage_added after insert on ${table} referencing new table as added
     for each statement execute function count_storage('${kind}')`,
  `create trigger storage_changed after update on ${table} referencing old table as removed new table as added
     for each statement execute function count_storage('${kind}')`,
  `create trigger storage_removed after delete on ${table} referencing old table as removed
     for each statement execute function count_storage('${kind}')`,
])

export const storageUseTables: Migration = {
  id: 12,
  name: 'storage use',
  statements: [
    // holder: 'client:…', 'address:…' (a hash), 'project:…#0' to '#7'. amount: bytes, or rows of subscriptions and names.
    `create table storage_use (
      kind text not null,
      holder text not null,
      amount bigint not null,
      primary key (kind, holder)
    )`,
    // What a row counts as, and for whom.
    ...Object.keys(counted).map(
      (table) =>
        `alter table ${table} add column holders text[] not null default '{}', add column held integer not null default 0`,
    ),
    // Set once every subscriber has acknowledged; the row goes a moment later.
    'alter table relay_messages add column delivered_at bigint',
    'create index relay_messages_delivered on relay_messages (delivered_at) where delivered_at is not null',
    `update relay_messages set held = bytes, holders = array['client:' || publisher, 'project:' || project || '#0']`,
    `update relay_subscriptions set held = 1, holders = array['client:' || client_id, 'project:#0']`,
    `update sessions set held = octet_length(signer) + octet_length(permissions) + octet_length(policies)
       + coalesce(octet_length(context), 0), holders = array['project:' || project || '#0']`,
    `update names set held = 1, holders = array['client:' || owner, 'project:#0']`,
    ...Object.entries(counted).map(
      ([table, kind]) => `insert into storage_use (kind, holder, amount)
        select '${kind}', holder, sum(held) from ${table}, unnest(holders) holder group by holder`,
    ),
    // Counters are changed in the order of their names: two transactions never wait for each other.
    `create function count_storage() returns trigger language plpgsql as $$
     begin
       if tg_op = 'INSERT' then
         insert into storage_use as use (kind, holder, amount)
           select tg_argv[0], holder, sum(held) from added, unnest(holders) holder group by holder order by holder
           on conflict (kind, holder) do update set amount = use.amount + excluded.amount;
       elsif tg_op = 'DELETE' then
         insert into storage_use as use (kind, holder, amount)
           select tg_argv[0], holder, -sum(held) from removed, unnest(holders) holder group by holder having sum(held) <> 0 order by holder
           on conflict (kind, holder) do update set amount = use.amount + excluded.amount;
       else
         insert into storage_use as use (kind, holder, amount)
           select tg_argv[0], holder, sum(change)
           from (select unnest(holders) as holder, held as change from added
                 union all select unnest(holders), -held from removed) changes
           group by holder having sum(change) <> 0 order by holder
           on conflict (kind, holder) do update set amount = use.amount + excluded.amount;
       end if;
       return null;
     end $$`,
    // Which bound `more` would exceed: 'client', 'address', 'project', or null when there is room. The counters of address and client stay
    // locked until the transaction ends, so that no two callers take the same room. The project's counter is only read: it may be exceeded
    // by what is being stored in the same moment. `limits`: of the client, the address, the project, and what an address may always hold.
    `create function storage_full(for_kind text, client text, address text, project text, limits bigint[], more bigint)
     returns text language plpgsql as $$
     declare
       by_address bigint;
       by_client bigint;
       by_project bigint;
     begin
       insert into storage_use as use values (for_kind, address, 0)
         on conflict (kind, holder) do update set amount = use.amount returning amount into by_address;
       insert into storage_use as use values (for_kind, client, 0)
         on conflict (kind, holder) do update set amount = use.amount returning amount into by_client;
       if by_client + more > limits[1] then return 'client'; end if;
       if by_address + more > limits[2] then return 'address'; end if;
       if by_address + more <= limits[4] then return null; end if;
       select coalesce(sum(amount), 0) into by_project from storage_use
         where kind = for_kind
           and holder = any(array(select split_part(project, '#', 1) || '#' || shard from generate_series(0, ${PROJECT_SHARDS - 1}) shard));
       if by_project + more > limits[3] then return 'project'; end if;
       return null;
     end $$`,
    ...triggers,
  ],
}

// A full address has something left for clients that hold little: one of them would else keep all others out.
import type { Migration } from '../migration.js'
import { PROJECT_SHARDS } from './0012-storage-use.js'

export const addressReserves: Migration = {
  id: 25,
  name: 'address-reserves',
  statements: [
    // `limits` has two more numbers: what a client may hold in a full address, and how much that address may then hold beyond its own bound.
    `create or replace function storage_full(for_kind text, client text, address text, project text, limits bigint[], more bigint)
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
       if by_address + more > limits[2]
         and (by_client + more > coalesce(limits[5], 0) or by_address + more > limits[2] + coalesce(limits[6], 0)) then return 'address'; end if;
       if by_address + more <= limits[4] then return null; end if;
       select coalesce(sum(amount), 0) into by_project from storage_use
         where kind = for_kind
           and holder = any(array(select split_part(project, '#', 1) || '#' || shard from generate_series(0, ${PROJECT_SHARDS - 1}) shard));
       if by_project + more > limits[3] then return 'project'; end if;
       return null;
     end $$`,
  ],
}

/** Texts that JSON escapes, that only JavaScript escapes, and that take several bytes. */
export const ODD_POCKETS = String.raw`
  insert into pocket
  select made.* from (select * from pocket limit 1) as base
  cross join unnest(array[
    'plain', '"quoted"', E'back\\slash', E'tab\tline\nfeed\rbell\u0007', E'\u2028and\u2029', '😀🏳️‍🌈', 'ação ñ 漢字', '</script>',
    E'\u007f\u0080\ud7ff\uffff', E'e\u0301', ' x ', 'null', E'\b\f\u001f'
  ]) with ordinality as odd (word, nth)
  cross join lateral jsonb_populate_record(null::pocket, to_jsonb(base) || jsonb_build_object(
    'id', gen_random_uuid(), 'number', nth || 'BRL', 'label', word, 'user_name', word || nth, 'reason', word,
    'metadata', case when nth % 3 > 0 then jsonb_build_object(word, jsonb_build_array(1.50, null, word)) end,
    'created_at', base.created_at + nth * interval '1 ms' * (array[1000, 10, 100, 1])[1 + nth % 4]
  )) as made`;

export const ODD_CONFIGURATIONS = String.raw`
  with added as (
    insert into webhook_configuration
    select made.* from (select * from webhook_configuration where partner_id = 'ACME_PAY' limit 1) as base
    cross join generate_series(1, 30) as nth
    cross join lateral jsonb_populate_record(null::webhook_configuration, to_jsonb(base) || jsonb_build_object(
      'id', gen_random_uuid(), 'name', E'"quoted" \u2028 😀 ' || nth, 'uri', 'https://partner.example/' || nth,
      'status', (array['ENABLED', 'DISABLED'])[1 + nth % 2], 'created_at', base.created_at + nth * interval '10 ms',
      'updated_at', case when nth % 3 > 0 then base.created_at + nth * interval '1 s' end
    )) as made
    returning id, partner_id
  )
  insert into webhook_breaker (configuration_id, partner_id, state) select id, partner_id, 'CLOSED' from added`;

export const ODD_CHECKPOINTS = `
  insert into event_checkpoint (id, partner_id, to_position, from_sequence, to_sequence, hash, content, signature,
    public_key, closed_at)
  select gen_random_uuid(), 'ACME_PAY', nth * 10, '1.' || nth * 10 - 9, '1.' || nth * 10, repeat(to_hex(nth % 16), 64),
    E'checkpoint/1\\nline ' || nth, 'c2ln+/==', 'a+/b' || nth, now()
  from generate_series(1, 30) as nth`;

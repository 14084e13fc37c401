-- The numbers that `log_pack` wrote.
create function log_unpack(p_packed bytea) returns bigint[]
language plpgsql immutable strict as $$
declare
  v_numbers bigint[] := '{}';
  v_number bigint := 0;
  v_shift integer := 0;
  v_byte integer;
begin
  for v_place in 0 .. length(p_packed) - 1 loop
    v_byte := get_byte(p_packed, v_place);
    v_number := v_number | ((v_byte & 127)::bigint << v_shift);
    if v_byte > 127 then
      v_shift := v_shift + 7;
    else
      v_numbers := v_numbers || v_number;
      v_number := 0;
      v_shift := 0;
    end if;
  end loop;
  return v_numbers;
end
$$;

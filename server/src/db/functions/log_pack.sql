-- Numbers as bytes: seven bits each, the lowest first; the highest bit says that more follow. `log_unpack` reads them.
create function log_pack(p_numbers bigint[]) returns bytea
language plpgsql immutable strict as $$
declare
  v_packed bytea := '';
  v_rest bigint;
begin
  foreach v_rest in array p_numbers loop
    while v_rest > 127 loop
      v_packed := v_packed || set_byte('\x00', 0, (v_rest & 127 | 128)::integer);
      v_rest := v_rest >> 7;
    end loop;
    v_packed := v_packed || set_byte('\x00', 0, v_rest::integer);
  end loop;
  return v_packed;
end
$$;

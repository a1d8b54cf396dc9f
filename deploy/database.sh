#!/usr/bin/env bash
# Makes the role that Verbatim asks for, and a database that it owns: no superuser, and CREATEROLE for its serving roles.
set -euo pipefail
psql --username postgres --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role verbatim login createrole password :'password';
create database verbatim owner verbatim;
SQL

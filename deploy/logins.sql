-- Creates the three logins of the gateway, and its database. Run it as a superuser; it can be repeated:
--
--   GATEWAY_PASSWORD=… GATEWAY_WORKER_PASSWORD=… GATEWAY_API_PASSWORD=… psql -v ON_ERROR_STOP=1 -f deploy/logins.sql
--
-- It creates what is missing and sets the passwords. It requires psql 15 or newer. The gateway grants each login its
-- rights on the tables when it migrates.
\set ON_ERROR_STOP on
\getenv gateway_password GATEWAY_PASSWORD
\getenv worker_password GATEWAY_WORKER_PASSWORD
\getenv api_password GATEWAY_API_PASSWORD

-- gateway owns the database and its tables, and migrates. gateway_worker relays, delivers and deletes. gateway_api serves
-- requests: for a partner it works as gateway_tenant, behind row-level security, and inherits nothing from it.
select format('create role %I', name) from unnest(array['gateway', 'gateway_worker', 'gateway_api', 'gateway_tenant']) as name
where name not in (select rolname from pg_roles) \gexec
alter role gateway login nosuperuser nocreatedb nocreaterole nobypassrls password :'gateway_password';
alter role gateway_worker login nosuperuser nocreatedb nocreaterole nobypassrls password :'worker_password';
alter role gateway_api login noinherit nosuperuser nocreatedb nocreaterole nobypassrls password :'api_password';
alter role gateway_tenant nologin nosuperuser nocreatedb nocreaterole nobypassrls;
grant gateway_tenant to gateway, gateway_api;

select 'create database gateway owner gateway encoding ''UTF8'' template template0'
where not exists (select from pg_database where datname = 'gateway') \gexec
alter database gateway owner to gateway;
revoke all on database gateway from public;
grant connect on database gateway to gateway_worker, gateway_api;
\connect gateway
revoke create on schema public from public;

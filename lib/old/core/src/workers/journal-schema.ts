/** The version of the tables below. */
export const journalVersion = 4;

/**
 * The tables of a journal, in a separate schema. `agora.replies` is for reading: one row for each answer,
 * readable while the run goes on.
 *
 * Events are kept as `json`, which is the text itself: a pulled run has the bytes that a run folder has.
 */
export const journalSchema = `
  select pg_advisory_xact_lock(7246392481);
  create schema if not exists agora;
  create table if not exists agora.about (version int not null);
  insert into agora.about select ${journalVersion} where not exists (select from agora.about);

  create table if not exists agora.runs (
    number int generated always as identity primary key,
    name text not null unique,
    -- The name of its queue. It differs from that of all other journals that share the queue's server.
    queue text not null default 'agora-' || gen_random_uuid(),
    -- As in run.json.
    description json not null,
    -- What a worker makes the experiment from. It names things, and holds no code.
    config json not null,
    -- A digest of the first prompts, by which a worker shows that it would ask the same.
    prompts text not null,
    prices json,
    -- Why no worker plays it; null while workers do.
    stopped text,
    -- budget or failures, where it was stopped.
    stop_reason text,
    created timestamptz not null default now()
  );

  create table if not exists agora.workers (
    number int generated always as identity primary key,
    run int not null references agora.runs,
    name text not null,
    begun timestamptz not null default now(),
    seen timestamptz not null default now(),
    gone timestamptz,
    -- What it put on record, and what it paid for in vain because another one had put the same answer.
    calls bigint not null default 0,
    input_tokens bigint not null default 0,
    output_tokens bigint not null default 0,
    paid_input_tokens bigint not null default 0,
    paid_output_tokens bigint not null default 0,
    failures bigint not null default 0,
    -- Questions that ended here, replayed ones included, and how many of them brought no usable answer.
    questions bigint not null default 0,
    unusable bigint not null default 0,
    again bigint not null default 0
  );
  create index if not exists workers_run on agora.workers (run);

  create table if not exists agora.collaborations (
    run int not null references agora.runs,
    number int not null,
    -- How often it was begun; how often in a row it came no further; how often it went wrong, and how the last time.
    begun int not null default 0,
    fruitless int not null default 0,
    failed int not null default 0,
    -- The workers where it went wrong, and the beginning that did so last.
    failed_at int[] not null default '{}',
    failed_begun int not null default 0,
    problem text,
    set_aside boolean not null default false,
    answers int not null default 0,
    worker int,
    finished timestamptz,
    -- Its events in their order. An answer is a text, its key in agora.answers.
    course json,
    primary key (run, number)
  );

  create table if not exists agora.answers (
    line bigint generated always as identity,
    run int not null,
    collaboration int not null,
    -- Round, phase, agent, repeat and attempt, as JSON, and what kind of answer it is.
    call text not null,
    worker int not null,
    -- The number of the beginning of the collaboration that it belongs to.
    begun int not null,
    at timestamptz not null default now(),
    event json not null,
    -- A line of prompts.jsonl.
    prompt text not null,
    primary key (run, collaboration, call)
  );
  create index if not exists answers_at on agora.answers using brin (at);

  -- Prompts of answers that another worker had put before: later prompts of the same beginning build on them.
  create table if not exists agora.prompts_beside (
    line bigint generated always as identity,
    run int not null,
    collaboration int not null,
    begun int not null,
    prompt text not null
  );
  create index if not exists prompts_beside_run on agora.prompts_beside (run, collaboration);

  -- When an endpoint may be asked again. Worth nothing after a crash of the server.
  create unlogged table if not exists agora.pace (
    endpoint text primary key,
    requests timestamptz not null,
    tokens timestamptz not null,
    paused timestamptz not null
  );

  -- What no text of PostgreSQL can hold (NUL, half a surrogate pair) is shown as U+FFFD.
  create or replace function agora.shown(event json) returns json language sql immutable as $$
    select case when position('\\u' in event::text) = 0 then event
      else regexp_replace(event::text, '\\\\u(0000|[dD][89a-fA-F]..)', '\\\\ufffd', 'g')::json end
  $$;

  create or replace view agora.replies as
    select runs.name as run, collaboration, (reply ->> 'round')::int as round, reply ->> 'phase' as phase,
      reply ->> 'agent' as agent, (reply ->> 'repeat')::int as repeat, (reply ->> 'attempt')::int as attempt,
      reply ->> 'request' as request, reply ->> 'text' as text, reply ->> 'finish' as finish,
      (reply ->> 'inputTokens')::int as input_tokens, (reply ->> 'outputTokens')::int as output_tokens,
      (reply ->> 'latencyMs')::float as latency_ms, coalesce((reply ->> 'refusal')::boolean, false) as refusal,
      workers.name as worker, at
    from agora.answers
    cross join lateral agora.shown(event) as reply
    join agora.runs on runs.number = answers.run
    join agora.workers on workers.number = answers.worker
    where reply ->> 'type' = 'reply';

  create or replace view agora.failures as
    select runs.name as run, collaboration, (failure ->> 'round')::int as round, failure ->> 'phase' as phase,
      failure ->> 'agent' as agent, failure ->> 'kind' as kind, failure ->> 'reason' as reason, at
    from agora.answers
    cross join lateral agora.shown(event) as failure
    join agora.runs on runs.number = answers.run
    where failure ->> 'type' = 'failure'`;

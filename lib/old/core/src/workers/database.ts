import type { Pool, QueryResultRow } from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { AgoraError } from 'agora-voting';
import { missingPackage } from '../optional-package';
import { readAddress } from './address';

/** Connections of one process. An answer takes one for a few milliseconds. */
const connections = 4;
const connectMs = 10_000;
/** A server that does not answer a question within this time counts as gone. */
const answerMs = 60_000;
/** How long a server may be away before a process gives up, and how often it is asked meanwhile. */
const patienceMs = 15 * 60_000;
const againMs = 500;

/** A statement with a name is prepared once a connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * A PostgreSQL server. A statement waits while the server is away, up to a quarter of an hour, and is then sent again.
 * So each statement must be harmless when it is sent twice.
 */
export class Database {
  private constructor(
    private readonly pool: Pool,
    /** Without credentials. */
    readonly address: string,
  ) {}

  /**
   * Connects to a server.
   * @param who - what needs it, for the error: "agora worker"
   * @throws AgoraError 'missing-package'; 'setting' for what is no address; 'journal' when no server answers
   */
  static async open(url: string, who: string): Promise<Database> {
    const { address } = readAddress('--journal', url, ['postgres:', 'postgresql:']);
    let pg: typeof import('pg');
    try {
      // eslint-disable-next-line @typescript-eslint/no-require-imports
      pg = require('pg') as typeof import('pg');
    } catch (error) {
      throw missingPackage(who, ['pg'], error);
    }
    const pool = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      keepAlive: true,
      application_name: who,
    });
    // A connection that breaks while nobody uses it is replaced by the next statement.
    pool.on('error', () => undefined);
    const database = new Database(pool, address);
    for (;;) {
      try {
        await pool.query('select 1');
        return database;
      } catch (error) {
        if ((error as { code?: string }).code !== startingUp) {
          await pool.end();
          throw database.failed(error);
        }
        await wait(againMs);
      }
    }
  }

  /**
   * Rows of an answer.
   * @throws AgoraError 'record-write' when the server's disk is full; 'journal' for all else that goes wrong
   */
  async ask<Row extends QueryResultRow>(
    statement: Statement | string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const question = typeof statement === 'string' ? { text: statement } : statement;
    const begun = performance.now();
    for (;;) {
      try {
        return (await this.pool.query<Row>({ ...question, values: [...values] })).rows;
      } catch (error) {
        if (!isAway(error) || performance.now() - begun > patienceMs) throw this.failed(error);
        await wait(againMs);
      }
    }
  }

  /** Several statements without values, as one transaction. */
  async script(text: string): Promise<void> {
    await this.ask(`begin; ${text}; commit`);
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private failed(error: unknown): AgoraError {
    const { code = '', message } = error as { code?: string; message: string };
    if (isFull(code))
      return new AgoraError(
        'record-write',
        `The disk of the journal at ${this.address} is full. What is on record is intact; free some space there and start the workers again.`,
        { cause: error },
      );
    const reason = isAway(error) ? `no PostgreSQL server answers (${code === '' ? message : code})` : message;
    return new AgoraError('journal', `The journal at ${this.address}: ${reason}`, { cause: error });
  }
}

/** A server that says so will answer soon. */
const startingUp = '57P03';
/** The classes of SQLSTATE for a connection that failed, and a server that is starting, stopping or has no room. */
const awayStates = /^(08...|57P0[123]|53300)$/;
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether a server may answer later. The driver gives connections that end under a statement no code. */
function isAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code !== '') return awayCodes.has(code) || awayStates.test(code);
  return /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable/i.test(
    message,
  );
}

/** disk_full, and what the server says when it cannot extend a file for lack of room. */
function isFull(code: string): boolean {
  return code === '53100' || code === 'ENOSPC';
}

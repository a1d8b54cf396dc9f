import { readFile, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Place } from './place.ts'

const MB = 1024 * 1024

/** `throwaway` gives up all durability for speed. For tests' clusters, never for records. */
export type Durability = 'durable' | 'throwaway'

/**
 * The whole `postgresql.conf` of the embedded database, sized from this machine's memory.
 * An operator's own lines go into `local.conf` next to the data, and take precedence.
 */
export async function settingsFile(place: Place, durability: Durability): Promise<string> {
  const settings = {
    ...reachability(place),
    ...size(memoryBytes(), durability),
    ...(await sharedMemory()),
    ...logging(place),
    ...(durability === 'throwaway'
      ? throwaway
      : { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }),
    timezone: 'UTC',
    // A statement whose process is gone ends soon, not only at its time limit; the system must report closed connections.
    ...(process.platform === 'linux' && { client_connection_check_interval: '2s' }),
    // All our queries are short, so compiling them costs more than running them.
    jit: 'off',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  return [
    '# Written at each start by Verbatim. Settings of your own belong in local.conf one folder up.',
    ...lines,
    // If closed in, it finds no other file, so the operator's settings are included here.
    place.isShutIn ? await readFile(join(place.folder, 'local.conf'), 'utf8').catch(() => '') : includeOwn,
    '',
  ].join('\n')
}

const includeOwn = "include_if_exists '../local.conf'"

/** Nothing is written through, logged for a replica or kept from guessing: tests open thousands of connections. */
const throwaway = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  scram_iterations: '1',
}

/** Who may connect: a user who can enter the socket's folder and knows the password. Not over the network. */
export const hostBasedAccess = 'local all all scram-sha-256\n'

function reachability(place: Place): Record<string, string> {
  return {
    listen_addresses: '',
    port: '5432', // only names the socket file
    unix_socket_directories: place.socketFolder,
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    max_connections: '120',
  }
}

function size(bytes: number, durability: Durability): Record<string, string> {
  if (durability === 'throwaway') return { shared_buffers: '128MB', max_wal_size: '1GB' }
  const share = (divisor: number, leastMb: number, mostMb: number) =>
    `${Math.round(Math.min(Math.max(bytes / divisor / MB, leastMb), mostMb))}MB`
  return {
    shared_buffers: share(8, 128, 4096),
    effective_cache_size: share(2, 512, 65_536),
    maintenance_work_mem: share(32, 64, 1024),
    work_mem: share(512, 4, 32),
    // Enough for bulk capture between checkpoints, and little enough to replay in seconds after a crash.
    max_wal_size: share(8, 1024, 2048),
    min_wal_size: '256MB',
    checkpoint_timeout: '5min',
    random_page_cost: '1.1',
    // Newly filled tables get their statistics within seconds, not within a minute.
    autovacuum_naptime: '5s',
  }
}

/** The memory that this process may use: the machine's, or the container's limit if that is less. */
function memoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** Containers often have a 64 MB /dev/shm, too little for parallel queries: there, System V memory. */
async function sharedMemory(): Promise<Record<string, string>> {
  if (process.platform !== 'linux') return {}
  const shm = await statfs('/dev/shm').catch(() => undefined)
  const bytes = shm ? shm.bsize * shm.blocks : 0
  return { dynamic_shared_memory_type: bytes < 256 * MB ? 'sysv' : 'posix' }
}

/** One file per weekday. Neither statements nor values of rows are logged, because they contain people's words. */
function logging(place: Place): Record<string, string> {
  return {
    logging_collector: 'on',
    log_directory: place.isShutIn ? 'log' : place.logFolder,
    log_filename: 'postgresql-%a.log',
    log_file_mode: '0600',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    log_statement: 'none',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_timezone: 'UTC',
  }
}

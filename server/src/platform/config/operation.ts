import { z } from 'zod'
import { leastPassphrase } from '#platform/backup/passphrase.ts'
import { databaseUrl, mediaHost, numberOr, oneOf, path, port, variable, whole } from './variable.ts'

/** The parts of the server. One process may be several of them. */
export const processRoles = ['api', 'intake', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

/** How a node is operated. */
export const operation = {
  TRUST_PROXY: variable({
    ...numberOr(0, whole(0, 10)),
    meaning: 'The number of reverse proxies in front of this server that are trusted to name the caller.',
  }),
  MEDIA_HOSTS: variable({
    schema: z
      .string()
      .default('')
      .transform((list) => list.split(',').filter((host) => host !== ''))
      .refine((hosts) => hosts.every((host) => mediaHost.test(host))),
    form: 'host names separated by commas, each with a port if it is not the standard one',
    otherwise: "the channels' own only",
    meaning:
      'More provider hosts that the server may call, such as a regional edge. In a test set-up, the first one with a port replaces the providers’ own hosts.',
  }),
  CLAMD_URL: variable({
    schema: z
      .string()
      .regex(/^(tcp:\/\/[^\s/:@]+(:\d{1,5})?|tcp:\/\/\[[0-9a-f:]+\](:\d{1,5})?|unix:(\/\/)?\/.+)$/)
      .optional(),
    form: 'tcp://host:3310 or unix:/path/of/clamd.sock',
    otherwise: 'files are not scanned',
    meaning: 'The clamd server that scans files for malware before they can be opened.',
  }),
  VERBATIM_ROLE: variable({
    schema: z
      .string()
      .default('all')
      .transform((list) => new Set(list === 'all' ? processRoles : list.split(',')))
      .refine((roles): roles is Set<ProcessRole> => roles.isSubsetOf(new Set<string>(processRoles))),
    form: `all, or some of ${processRoles.join(', ')}, separated by commas`,
    otherwise: 'all',
    meaning: 'The parts that run here: the API, the intake, the worker.',
  }),
  DRAIN_SECONDS: variable({
    ...whole(0, 300),
    schema: whole(0, 300).schema.optional(),
    otherwise: '20; 0 in local',
    meaning: 'How long a stopping node reports “not ready” and keeps serving before it closes its ports.',
  }),
  MONITOR_PORT: variable({
    ...port,
    schema: port.schema.optional(),
    otherwise: 'no port is opened',
    meaning: 'The port for health and metrics of all processes of this node.',
  }),
  MONITOR_HOST: variable({
    schema: z.union([z.ipv4(), z.ipv6(), z.literal('localhost')]).default('127.0.0.1'),
    form: 'an IP address of this machine, or localhost',
    otherwise: '127.0.0.1',
    meaning: 'The network interface of that port. Metrics for other machines need MONITOR_KEY.',
  }),
  MONITOR_KEY: variable({
    schema: z.string().min(16).optional(),
    form: 'a text of at least 16 characters',
    otherwise: 'only this machine reads metrics',
    meaning: 'The bearer token for reading metrics.',
    secret: true,
  }),
  LOG_LEVEL: variable({
    ...oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    meaning: 'The lowest level that is logged.',
  }),
  VERBATIM_BACKUP_PASSPHRASE: variable({
    schema: z.string().min(leastPassphrase).optional(),
    form: `at least ${leastPassphrase} characters`,
    otherwise: 'the content of VERBATIM_BACKUP_KEY_FILE',
    meaning:
      'The passphrase that npm run backup encrypts with. Keep it apart from the backups. Without it they are lost.',
    secret: true,
  }),
  VERBATIM_BACKUP_KEY_FILE: variable({
    schema: path.optional(),
    form: 'the path of a file',
    otherwise: 'VERBATIM_BACKUP_PASSPHRASE',
    meaning: 'A file with that passphrase.',
  }),
  APP_DATABASE_URL: variable({
    schema: databaseUrl.optional(),
    form: 'postgresql://role:password@host:5432/database',
    otherwise: 'set by the supervisor',
    meaning: 'The database connection of a serving process. Its role owns no tables.',
    secret: true,
    internal: true,
  }),
  API_SOCKET: variable({
    schema: z.string().optional(),
    form: 'the path of a socket',
    otherwise: 'none: the API has PORT itself',
    meaning: 'The socket of the API, behind the process that receives deliveries.',
    internal: true,
  }),
  VERBATIM_API: variable({
    schema: z.string().optional(),
    form: 'an address',
    otherwise: 'http://localhost:3000',
    meaning: 'The server that a console under development uses.',
    internal: true,
  }),
} as const

import { z } from 'zod'
import { address, databaseUrl, file, hostName, numberOr, path, port, variable, whole } from './variable.ts'

/** The ports and the data folders of an installation. */
export const installation = {
  PORT: variable({
    ...numberOr(3000, port),
    meaning: 'Where the console, the API and the webhooks are served.',
  }),
  LISTEN_HOST: variable({
    schema: z.union([z.ipv4(), z.ipv6(), z.literal('localhost')]).optional(),
    form: 'an IP address of this machine, or localhost',
    otherwise: '127.0.0.1 in local, 0.0.0.0 elsewhere',
    meaning: 'The network interface that HTTP and SMTP listen on. In local, only this machine can connect.',
  }),
  SMTP_INTAKE_PORT: variable({
    ...numberOr(2525, port),
    meaning: 'Where the archive journal is received by SMTP.',
  }),
  SMTP_INTAKE_HOST: variable({
    schema: z.string().regex(hostName).optional(),
    form: 'a host name, such as journal.example.com',
    otherwise: "the machine's name",
    meaning: 'The name the SMTP intake uses in its greeting and in the certificate it creates.',
  }),
  SMTP_INTAKE_TLS_CERT: variable({
    ...file,
    otherwise: 'a self-signed one is created',
    meaning: 'The certificate of the SMTP intake, with its chain. Set it together with SMTP_INTAKE_TLS_KEY.',
  }),
  SMTP_INTAKE_TLS_KEY: variable({
    ...file,
    otherwise: 'a self-signed one is created',
    meaning: 'The private key of that certificate.',
  }),
  VERBATIM_HOME: variable({
    schema: z.string().default('.verbatim').pipe(path),
    form: 'the path of a folder',
    otherwise: './.verbatim',
    meaning:
      'Holds the embedded database, attachments and the installation’s secret. Back it up; never share it.',
  }),
  DATABASE_URL: variable({
    schema: databaseUrl.optional(),
    form: 'postgresql://role:password@host:5432/database',
    otherwise: 'the embedded PostgreSQL',
    meaning:
      'Your own PostgreSQL 15 or newer, with a role that owns the database, has CREATEROLE and is not a superuser.',
    secret: true,
  }),
  DATABASE_CLEAR_TEXT: variable({
    schema: z.literal('accepted').optional(),
    form: 'accepted',
    otherwise: 'refused, except in local',
    meaning:
      'Accepts a DATABASE_URL of another machine without sslmode=verify-full or verify-ca. Anyone on the network path can then read everything.',
  }),
  DATABASE_POOL: variable({
    ...numberOr(16, whole(2, 500)),
    meaning:
      'The most connections each process keeps for requests and work. Up to ten more are used for intake, listening, trying out rules and cancelling.',
  }),
  BLOBS_FOLDER: variable({
    schema: path.optional(),
    form: 'the path of a folder',
    otherwise: 'VERBATIM_HOME',
    meaning:
      'Where attachments and exports are stored. Several nodes need one folder that all of them can write, or a bucket.',
  }),
  BLOBS_S3_BUCKET: variable({
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    form: 'the name of a bucket',
    otherwise: 'stored in a folder',
    meaning: 'The bucket that attachments and exports are stored in instead, shared by all nodes.',
  }),
  BLOBS_S3_REGION: variable({
    schema: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .default('us-east-1'),
    form: 'a region, such as eu-central-1',
    otherwise: 'us-east-1',
    meaning: 'The region of that bucket.',
  }),
  BLOBS_S3_ENDPOINT: variable({
    schema: address.optional(),
    form: 'an address',
    otherwise: 'AWS',
    meaning: 'The address of another store with the same protocol.',
  }),
  BLOBS_S3_PREFIX: variable({
    schema: z
      .string()
      .regex(/^[\w-]+(\/[\w-]+)*\/?$/)
      .optional(),
    form: 'letters, digits, hyphens and slashes, such as verbatim/production',
    otherwise: 'nothing',
    meaning: 'The prefix of every key in that bucket.',
  }),
  BLOBS_S3_ACCESS_KEY_ID: variable({
    schema: z.string().min(3).optional(),
    form: 'the id of an access key',
    otherwise: 'the role of the machine',
    meaning: 'The key for reading and writing that bucket.',
  }),
  BLOBS_S3_SECRET_ACCESS_KEY: variable({
    schema: z.string().min(6).optional(),
    form: 'the secret of that access key',
    otherwise: 'the role of the machine',
    meaning: 'The other half of BLOBS_S3_ACCESS_KEY_ID.',
    secret: true,
  }),
} as const

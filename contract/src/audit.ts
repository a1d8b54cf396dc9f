import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ExportFormat, ExportRequest, ExportStarted } from './export-request.ts'
import { EventId, MessageId, UserId, uuid } from './ids.ts'
import {
  exportQuery,
  type ListQuery,
  listParameters,
  listQuery,
  listSpec,
  maxSearchLength,
  page,
} from './list.ts'
import { text } from './text.ts'
import { auditTypes } from './audit-types.ts'

export const auditList = listSpec({
  fields: {
    date: { type: 'date', sort: true },
    eventType: { type: 'enum', values: Object.keys(auditTypes), sort: true },
    user: { type: 'uuid', sort: true },
    target: { type: 'uuid' },
    requestId: { type: 'uuid' },
    id: { type: 'uuid' },
  },
  defaultSort: '-date',
  aliases: { postedDate: 'date' },
  search: ['name'],
  period: 'date',
})

/** One changed field; `null` if there was or is no value. A secret is reported as changed, never with its value. */
export const AuditChange = z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })
export type AuditChange = z.infer<typeof AuditChange>

/** One action, in the words and names of the time when it happened. */
export const AuditEvent = z.object({
  id: uuid(),
  at: z.iso.datetime(),
  type: z.string(),
  /** Without an id, the actor was unknown or the product itself. */
  actor: z.object({ id: UserId.optional(), name: z.string() }),
  target: z
    .object({
      kind: z.string(),
      id: z.string(),
      /** For content, its current name, for readers who may see it. */
      name: z.string().optional(),
      /** For an existing user: the application that lists them. */
      side: z.enum(['platform', 'messenger']).optional(),
      /** For an attachment: its message, for readers who may see it. */
      messageId: MessageId.optional(),
      /** For a file of a comment: its event, for readers who may see it. */
      eventId: EventId.optional(),
    })
    .optional(),
  changes: z.array(AuditChange),
  /** Counts by name: `{ membersAdded: 3, groupsRemoved: 1 }`. */
  counts: z.record(z.string(), z.number()),
  requestId: z.string().optional(),
  address: z.string().optional(),
  agent: z.string().optional(),
})
export type AuditEvent = z.infer<typeof AuditEvent>

export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/audit/events',
  query: listQuery(auditList),
  viewed: { as: 'audit', spec: auditList },
  response: page(AuditEvent),
  access: 'audit.view',
})

/** The largest page of a file. Without a page, the file has all rows. */
const pagedAuditFile = { ...auditList, maxLimit: 100_000 }

/** The list's question with or without a page, and the format. */
const DirectExport = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]).optional())
  .transform(({ format = 'csv', ...raw }, ctx) => {
    const known = ExportFormat.safeParse(format)
    if (!known.success) {
      ctx.addIssue({ code: 'custom', message: 'The format is csv or xlsx.', path: ['format'] })
      return z.NEVER
    }
    const query = listQuery(pagedAuditFile).safeParse(raw)
    if (!query.success) {
      for (const { message } of query.error.issues) ctx.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const isPaged = ['limit', 'size'].some((name) => raw[name] !== undefined)
    const { limit, ...whole } = query.data
    return { format: known.data, query: isPaged ? { ...whole, limit } : whole }
  })
  .meta({
    parameters: [
      ...listParameters(pagedAuditFile),
      { name: 'format', description: 'csv (the default) or xlsx.', schema: { type: 'string' } },
    ],
  })

/** The file as the answer. Source: docs/rules/audit.md. */
export const exportAuditEvents = endpoint({
  method: 'GET',
  path: '/audit/events/export',
  query: DirectExport,
  response: z.any(),
  access: 'audit.export',
  failures: ['export.too-many'],
  file: true,
})

/** Any number of rows, made by a worker, with a manifest. */
export const startAuditExport = endpoint({
  method: 'POST',
  path: '/audit/events/export',
  query: exportQuery(auditList),
  body: ExportRequest,
  response: ExportStarted,
  access: 'audit.export',
  failures: ['export.too-many'],
})

/** All actors who have an event in the trail, for the filter; at most 1,000, by name. */
export const listAuditActors = endpoint({
  method: 'GET',
  path: '/audit/actors',
  /** Part of a name, or an ID for the name of one actor. */
  query: z.strictObject({ search: text({ max: maxSearchLength }).optional(), id: UserId.optional() }),
  response: z.object({ items: z.array(z.object({ id: UserId, name: z.string() })) }),
  access: 'audit.view',
})

export type AuditQuery = ListQuery<keyof typeof auditList.fields, 'name'>

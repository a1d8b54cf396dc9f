import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The five fixed kinds of message, in the order of the interface. A category's id is its word. Source: docs/rules/channels.md. */
export const categories = ['question', 'request', 'complaint', 'compliment', 'other'] as const
export const Category = z.enum(categories)
export type Category = z.infer<typeof Category>

/** The name of one message of each category. */
export const categoryNames: Record<Category, string> = {
  question: 'Question',
  request: 'Request',
  complaint: 'Complaint',
  compliment: 'Compliment',
  other: 'Other',
}

/** How soon a message needs an answer, least urgent first. Source: docs/rules/channels.md. */
export const urgencies = ['low', 'medium', 'high'] as const
export const Urgency = z.enum(urgencies)
export type Urgency = z.infer<typeof Urgency>

/** The name of each urgency. */
export const urgencyNames: Record<Urgency, string> = { low: 'Low', medium: 'Medium', high: 'High' }

/** A category in the API: the same five for every organization. */
export const CategoryEntry = z.object({ id: Category, name: z.string() })
export type CategoryEntry = z.infer<typeof CategoryEntry>

/** The five categories in the order of the interface. */
export const categoryEntries: readonly CategoryEntry[] = categories.map((id) => ({
  id,
  name: categoryNames[id],
}))

export const listCategories = endpoint({
  method: 'GET',
  path: '/bff/api/v1/categories',
  response: z.object({ items: z.array(CategoryEntry), total: z.int() }),
  access: 'signed-in',
})

/** Another ID gets the same answer as a missing object. */
export const getCategory = endpoint({
  method: 'GET',
  path: '/bff/api/v1/categories/:id',
  params: z.object({ id: z.string().max(64) }),
  response: CategoryEntry,
  access: 'signed-in',
  failures: ['category.not-found'],
})

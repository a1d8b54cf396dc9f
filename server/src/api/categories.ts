import { categoryEntries, getCategory, listCategories } from '@verbatim/contract/categories.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { route } from '#platform/http/route.ts'

/** The five fixed categories, the same for all organizations, so they need no table. */
export function categoryRoutes(app: FastifyInstance): void {
  route(app, listCategories, () => ({ items: [...categoryEntries], total: categoryEntries.length }))

  route(app, getCategory, ({ params }) => {
    const entry = categoryEntries.find((one) => one.id === params.id)
    if (entry === undefined) throw new Failure('category.not-found')
    return entry
  })
}

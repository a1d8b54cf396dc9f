import { categoryEntries } from '@verbatim/contract/categories.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Failure } from '#kernel/failure.ts'
import { categoryRoutes } from '#api/categories.ts'

function open() {
  const app = Fastify()
  app.decorate('checksAnswers', true)
  app.setErrorHandler((error, _, reply) =>
    error instanceof Failure
      ? reply.status(error.status).send({ code: error.code })
      : reply.status(500).send(),
  )
  categoryRoutes(app)
  return app
}

test('lists the five categories in the order of the interface', async () => {
  const answer = await open().inject('/bff/api/v1/categories')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ items: categoryEntries, total: 5 })
})

test('returns one by its id, and nothing for another word', async () => {
  const app = open()
  expect((await app.inject('/bff/api/v1/categories/complaint')).json()).toEqual({
    id: 'complaint',
    name: 'Complaint',
  })
  expect((await app.inject('/bff/api/v1/categories/praise')).json()).toEqual({ code: 'category.not-found' })
})

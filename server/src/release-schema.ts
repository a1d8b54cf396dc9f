import { auditListFunctions } from '#domains/audit/list-functions.ts'
import { messageListFunctions } from '#domains/messages/list-functions.ts'
import { works } from '#flows/works.ts'
import { testFunction } from '#platform/list/functions.ts'
import { dueFunctions } from '#platform/work/due-functions.ts'
import { readSchema, type Schema, splitFunctions } from '#schema/sql-files.ts'

/**
 * The schema of this release: the files of `schema/`, and the functions that are made of the slices' lists, of the law of
 * access and of the kinds of work. Source: docs/decisions/0067-a-field-is-named-once.md.
 */
export async function releaseSchema(): Promise<Schema> {
  const { migrations, functions } = await readSchema()
  const made = [
    testFunction(),
    ...messageListFunctions(),
    ...auditListFunctions(),
    ...dueFunctions(works.map(({ rows }) => rows)),
  ]
  return { migrations, functions: [...functions, ...made.flatMap(splitFunctions)] }
}

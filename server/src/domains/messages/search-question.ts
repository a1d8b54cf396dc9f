import type { Field } from '@verbatim/contract/list-filter.ts'
import type { ListQuery } from '@verbatim/contract/list.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { type PartOfWords, partsOfWords } from '#kernel/search/parts-of-words.ts'
import { loosened, parseQuery, type SearchQuery, toTsquery } from '#kernel/search/query.ts'
import { type PlainCondition, plainConditions } from '#platform/list/plain-conditions.ts'
import { messageFields } from './list-functions.ts'
import { type AskedScope, askedScope } from '#access/scope-functions.ts'

export type MessageField = keyof typeof messageList.fields
type MessageQuery = Omit<ListQuery<MessageField, 'messageBody'>, 'limit' | 'skip'>

/** The arguments of the database's search functions. Source: `schema/functions/`. */
export interface Question {
  readonly scope: AskedScope
  readonly filter: readonly (PlainCondition<MessageField> & {
    /** A first test on words, which have an index; characters have none. */
    readonly parts?: readonly PartOfWords[]
  })[]
  readonly sort: readonly {
    readonly field: string
    readonly direction: string
    /** All values of an enum, lowest first. */
    readonly values?: readonly string[]
    /** Their order is not alphabetical. */
    readonly ranked?: true
  }[]
  /** A tsquery. */
  readonly words?: string
  /** The test for texts that are only partly indexed; empty means that they all match. */
  readonly looseWords?: string
  /** Only texts that are partly indexed. */
  readonly onlyPartly?: true
  /** Also searches the words in attachments. */
  readonly whole?: true
}

/** What a reader may see of the results of a search. */
export interface SearchReach {
  /** A user who may not open attachments does not find messages by their attachments' text, because that would reveal it. */
  readonly withAttachments: boolean
}

/** The question of a list, without its page; `undefined` if its search contains no word, so nothing can match. */
export function toQuestion(
  scope: AccessScope,
  query: MessageQuery,
  now: Date,
  { withAttachments }: SearchReach = { withAttachments: false },
): Question | undefined {
  const sought = query.search && parseQuery(query.search.text)
  if (query.search && !sought) return
  return {
    scope: askedScope(scope),
    filter: plainConditions(messageList.fields, query.filter, now).map(withParts),
    sort: query.sort.map(({ field, direction }) => {
      const { values, ordered }: Field = messageList.fields[field]
      if (!values) return { field, direction }
      if (ordered) return { field, direction, values, ranked: true as const }
      return { field, direction, values: values.toSorted() }
    }),
    ...(sought && wordsOf(sought)),
    ...(withAttachments && { whole: true as const }),
  }
}

function withParts(condition: PlainCondition<MessageField>): Question['filter'][number] {
  const { field, test, values } = condition
  if (!messageFields[field].inWords || (test !== 'contains' && test !== 'starts' && test !== 'ends'))
    return condition
  const edges = { begins: test === 'starts', ends: test === 'ends' }
  const parts = partsOfWords(values[0] ?? '', edges)
  return parts.length > 0 ? { ...condition, parts } : condition
}

function wordsOf(sought: SearchQuery): Pick<Question, 'words' | 'looseWords'> {
  const words = toTsquery(sought)
  const wider = loosened(sought)
  const looseWords = wider ? toTsquery(wider) : ''
  return looseWords === words ? { words } : { words, looseWords }
}

/**
 * Sub-themes: what the messages of one theme fall into. They are found as themes are, in the theme's own texts, by what these do not
 * all share, and start from those that exist.
 */
import { assign, refresh, type Space } from './centres.ts'
import { discover, mostShare, subthemeFactor } from './discovery.ts'
import { type Draft, mergeAlike } from './history.ts'
import { conceptOf } from './concepts.ts'
import { countByLanguage } from './counting.ts'
import { fold } from './folding.ts'
import { toCentre } from './placing.ts'
import { wordMark } from './terms.ts'
import type { SubthemeShape } from './theme.ts'

/** Besides those that became themes of their own. */
const mostSubthemes = 8
/** A sub-theme needs this share of its theme's texts. */
const neededShare = 0.04
/** And at least so many. */
const fewestTexts = 8
/** One that exists goes when it has less than this share of what a new one needs. */
const fewestKept = 0.5
/** A further one needs more texts than the first ones, so that none comes and goes. */
const furtherFactor = 1.25
/** The word of a sub-theme may be in this share of the texts, so that a growing sub-theme does not go. */
const keptShare = 0.65
/** So many texts in a language show what the theme is called in it. */
const fewestTelling = 8

export interface Inside {
  /** By position in the vocabulary: what the theme as a whole is about. */
  readonly common: readonly number[]
  readonly drafts: readonly Draft[]
}

/**
 * @param space Its texts are those of the theme; its weights are changed.
 * @param known Those of the theme, and of themes that were merged into it.
 */
export function findSubthemes(
  space: Space,
  known: readonly SubthemeShape[],
  { theme, ids, newId }: { theme: Draft; ids: ReadonlyMap<string, number>; newId: () => string },
): Inside {
  const { packed, weights, chosen } = space
  const own = leadsOf(
    known.filter(({ isPinned }) => isPinned),
    ids,
  )
  // What leads a theme of its own tells its texts apart, however many they are.
  const common = commonTerms(space, theme, leadsOf(known, ids)).filter((id) => !own.has(id))
  for (const id of common) weights[id] = 0
  const { survivors, heirs } = mergeAlike(known)
  const positions = new Map(survivors.map(({ id }, at) => [id, at]))
  const formers = packed.formerSubthemes.map((id) => positions.get(heirs.get(id) ?? id) ?? -1)
  const formerOf = (text: number) => formers[packed.formerSubtheme[text] ?? -1] ?? -1

  const fitted = refresh(
    space,
    survivors.map(({ terms }) => toCentre(terms, ids)),
    formerOf,
  )
  const fewest = Math.max(fewestTexts, chosen.length * neededShare)
  const needed = fewest * (survivors.length > 0 ? furtherFactor : 1)
  const found = discover({ space, known: fitted, needed, formerOf, factorOf: subthemeFactor })
  const centres = [...fitted, ...found]
  const sizes = sizesOf(space, centres.length, assign(space, centres, formerOf).nearest)
  const drafts = centres
    .map((centre, at): Draft => {
      const before = survivors[at]
      const messages = sizes[at] ?? 0
      const id = before?.id ?? newId()
      return {
        at,
        id,
        centre,
        messages,
        isShown: true,
        ...(before && { before: { ...before, words: before.words ?? [], isShown: true } }),
      }
    })
    .filter(({ before, messages }) => before?.isPinned || messages >= fewest * (before ? fewestKept : 1))
    // Those of the last revision stay; then the largest are chosen.
    .toSorted((a, b) => Number(!a.before) - Number(!b.before) || b.messages - a.messages)
  const pinned = drafts.filter(({ before }) => before?.isPinned)
  const others = drafts.filter(({ before }) => !before?.isPinned)
  return { common, drafts: [...pinned, ...others.slice(0, mostSubthemes)] }
}

function sizesOf({ chosen }: Space, count: number, nearest: Int32Array): Int32Array {
  const sizes = new Int32Array(count)
  for (let at = 0; at < chosen.length; at++) {
    const group = nearest[at] ?? -1
    if (group >= 0) sizes[group] = (sizes[group] ?? 0) + 1
  }
  return sizes
}

/** The heaviest terms of the sub-themes of the last revision. */
const leadsOf = (known: readonly SubthemeShape[], ids: ReadonlyMap<string, number>): ReadonlySet<number> =>
  new Set(known.map(({ terms }) => ids.get(terms[0]?.[0] ?? '') ?? -1))

/**
 * What more of the texts share than a part of them would: concepts among all of them, and words among those of their language, where they
 * say no more than that the text is about the theme.
 */
function commonTerms(space: Space, theme: Draft, leads: ReadonlySet<number>): number[] {
  const { vocabulary } = space.packed
  const most = (id: number) => (leads.has(id) ? keptShare : mostShare)
  const languages = countByLanguage(space)
  const ofAll = new Map<number, number>()
  for (const { counts } of languages)
    for (const [id, count] of counts) ofAll.set(id, (ofAll.get(id) ?? 0) + count)
  const titles = titlesOf(theme, space.packed)
  const common = [...ofAll]
    .filter(([id, count]) => count > space.chosen.length * most(id) || isTitle(titles, vocabulary[id] ?? ''))
    .map(([id]) => id)
  // Of its own language, and not a word that two share.
  const isOwn = (id: number, count: number) =>
    count * 2 > (ofAll.get(id) ?? 0) && !vocabulary[id]?.startsWith(':')
  for (const { texts, counts } of languages.filter((language) => language.texts >= fewestTelling))
    for (const [id, count] of counts) if (count > texts * most(id) && isOwn(id, count)) common.push(id)
  return [...new Set(common)].sort((one, other) => one - other)
}

/** The titles of what a theme is about, in six languages. */
const titlesOf = ({ centre }: Draft, { vocabulary }: Space['packed']): string[] =>
  (conceptOf.get(vocabulary[centre[0]?.[0] ?? -1] ?? '')?.titles ?? []).map(fold)

/** Whether a word says no more than a title: in a theme "Pensions" the word "pension" distinguishes nothing. */
const isTitle = (titles: readonly string[], term: string) =>
  term.startsWith(wordMark) && titles.some((title) => saysTitle(term.slice(wordMark.length), title))

/** A word may lack the ending of a title; one of several words in a title says less than all of them. */
const saysTitle = (word: string, title: string) =>
  title.includes(' ') ? title === word : title.startsWith(word)

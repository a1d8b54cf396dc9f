/**
 * Finds the themes of many texts again, starting from those that exist: their centres are fitted to the texts, and a theme is
 * added only for a subject that enough texts share and no theme covers. The same input gives the same answer.
 */
import { assign, refresh, type Space } from './centres.ts'
import { discover } from './discovery.ts'
import { type FormOf, readForms } from './forms.ts'
import { type Draft, historyOf, mergeAlike } from './history.ts'
import { namingTerms, nameThemes } from './naming.ts'
import { type Packed, packTexts, type ThemeText, toDictionary } from './packing.ts'
import { type Centre, insideWeight, termWeight, toCentre } from './placing.ts'
import { findSubthemes, type Inside } from './subthemes.ts'
import type { SubthemeShape, ThemeChange, ThemeDictionary, ThemeShape } from './theme.ts'
import { type TypicalTerms, typicalTerms } from './typical.ts'

export interface RevisitInput {
  /** Read once, in this order. */
  readonly texts: Iterable<ThemeText>
  readonly themes: readonly ThemeShape[]
  /** That of the last revision: it says how common words are where there are only a few texts. */
  readonly dictionary?: ThemeDictionary | undefined
  readonly newId: () => string
  /** Of names: one of the six languages of concepts, otherwise English. */
  readonly language?: string | undefined
  /** Chooses the texts that subjects are found in where there are very many. */
  readonly seed?: number | undefined
}

export interface Revision {
  readonly dictionary: ThemeDictionary
  readonly themes: readonly ThemeShape[]
  readonly changes: readonly ThemeChange[]
  /** The texts' keys in their order, and for each the position of its theme in `themes`, or -1 for no theme. */
  readonly placed: { readonly keys: readonly string[]; readonly themes: Int32Array }
}

/** Subjects are found in this many texts; all texts are placed. */
const mostChosen = 60_000
/** Fewer texts do not say how common a word is. */
const fewestTelling = 50
/** A theme of fewer texts than this share of what a new one needs is not shown. */
const shownShare = 0.25
/** Where fewer of a theme's texts differ, one text was sent to many. */
const fewestDifferent = 0.03
/** A further theme needs more texts than the first ones, so that none comes and goes. */
const furtherFactor = 1.25

/** How many of `texts` a subject needs: a twentieth, and from some thousand texts on a number that grows slowly. */
function neededFor(texts: number): number {
  return Math.max(6, Math.min(texts / 20, 150 * Math.sqrt(Math.max(1, texts / 20_000))))
}

export function revisit(input: RevisitInput): Revision {
  const packed = packTexts(input.texts)
  const dictionary =
    packed.count < fewestTelling && input.dictionary ? input.dictionary : toDictionary(packed)
  const space = toSpace(packed, dictionary, input.seed ?? 0)
  const { survivors, heirs, changes: mergers } = mergeAlike(input.themes)
  const formerOf = formersOf(packed, survivors, heirs)

  const ids = new Map(packed.vocabulary.map((term, id) => [term, id]))
  const stored = survivors.map(({ terms }) => toCentre(terms, ids))
  const fitted = refresh(space, stored, formerOf)
  const share = space.chosen.length / Math.max(1, packed.count)
  const needed = neededFor(packed.count) * share * (survivors.length > 0 ? furtherFactor : 1)
  const centres = [...fitted, ...discover({ space, known: fitted, needed, formerOf })]

  const everything = { ...space, chosen: packed.former.map((_, at) => at) }
  const { nearest } = assign(everything, centres, formerOf)
  const drafts = toDrafts({ packed, survivors, centres, nearest, newId: input.newId })
  const alive = drafts.filter((draft) => draft.messages > 0 || draft.before?.isPinned === true)
  const positions = new Map(alive.map((draft, at) => [draft.at, at]))
  const themes = nearest.map((at) => positions.get(at) ?? -1)
  const insides = alive.map((draft) => {
    const inside = insideOf({ space, dictionary, nearest, draft })
    const known = knownSubthemes(input.themes, draft.id, heirs)
    // First, since sub-themes leave out what all of the theme share.
    const typical = typicalInside(inside, known)
    return { ...findSubthemes(inside, known, { theme: draft, ids, newId: input.newId }), ...typical }
  })
  const formOf = readForms(termsNamed(packed, alive, insides), packed)
  const { names, wordsOf } = nameThemes({ drafts: alive, packed, formOf, language: input.language })
  return {
    dictionary,
    themes: alive.map((draft, at) => ({
      ...toShape(draft, names[at] ?? '', packed),
      ...insideShape(insides[at], names[at] ?? '', { packed, formOf, language: input.language }),
    })),
    changes: [...mergers, ...historyOf({ drafts, alive, names, wordsOf, packed, nearest })],
    placed: { keys: packed.keys, themes },
  }
}

/** What was found among the texts of one theme. */
interface Found extends Inside {
  readonly typical: readonly TypicalTerms[]
  /** Of those sub-themes that became themes of their own, by ID. */
  readonly typicalOfOwn: ReadonlyMap<string, readonly TypicalTerms[]>
}

/** Texts of a sub-theme that became a theme say what is typical of that one alone. */
function typicalInside(
  inside: Space,
  known: readonly SubthemeShape[],
): Pick<Found, 'typical' | 'typicalOfOwn'> {
  const pinned = known.filter(({ isPinned }) => isPinned)
  if (pinned.length === 0) return { typical: typicalTerms(inside), typicalOfOwn: new Map() }
  const { formerSubtheme, formerSubthemes } = inside.packed
  const ofTexts = (isOwn: (id: string | undefined) => boolean) =>
    typicalTerms({
      ...inside,
      chosen: inside.chosen.filter((text) => isOwn(formerSubthemes[formerSubtheme[text] ?? -1])),
    })
  return {
    typical: ofTexts((id) => !pinned.some((one) => one.id === id)),
    typicalOfOwn: new Map(pinned.map((one) => [one.id, ofTexts((id) => id === one.id)])),
  }
}

/** Sampled texts of a theme, by the terms that distinguish them. */
function insideOf({
  space: { packed, chosen },
  dictionary,
  nearest,
  draft,
}: {
  space: Space
  dictionary: ThemeDictionary
  nearest: Int32Array
  draft: Draft
}): Space {
  const own = chosen.filter((text) => nearest[text] === draft.at)
  const counts = new Map(Object.entries(dictionary.terms))
  const weights = Float64Array.from(packed.vocabulary, (term) => {
    const count = counts.get(term)
    return count === undefined ? 0 : insideWeight(term, count, dictionary.texts)
  })
  return { packed, weights, chosen: own }
}

const knownSubthemes = (themes: readonly ThemeShape[], id: string, heirs: ReadonlyMap<string, string>) =>
  themes
    .filter((theme) => (heirs.get(theme.id) ?? theme.id) === id)
    .flatMap(({ subthemes = [] }) => subthemes)

/** All terms that people can read. */
const termsNamed = (packed: Packed, alive: readonly Draft[], insides: readonly Found[]): Set<string> =>
  new Set([
    ...[...alive, ...insides.flatMap(({ drafts }) => drafts)].flatMap((draft) =>
      namingTerms(draft).map(([id]) => packed.vocabulary[id] ?? ''),
    ),
    ...insides.flatMap(({ typical, typicalOfOwn }) =>
      [...typical, ...[...typicalOfOwn.values()].flat()].flatMap(({ terms }) => terms),
    ),
  ])

function insideShape(
  found: Found | undefined,
  theme: string,
  { packed, formOf, language }: { packed: Packed; formOf: FormOf; language: string | undefined },
): Pick<ThemeShape, 'common' | 'subthemes' | 'words'> {
  if (!found) return {}
  const { common, drafts, typical, typicalOfOwn } = found
  const toWords = (one: readonly TypicalTerms[]) =>
    one
      .map(({ language: code, terms }) => ({
        language: code,
        // Of a word that no example has, only the stem is known, which need not be a word.
        words: [...new Set(terms.flatMap((term) => formOf(term, code) ?? []))],
      }))
      .filter(({ words }) => words.length > 0)
  const { names } = nameThemes({ drafts, packed, formOf, language, taken: [theme] })
  return {
    common: common.map((id) => packed.vocabulary[id] ?? ''),
    subthemes: drafts.map((draft, at) => ({
      id: draft.id,
      name: names[at] ?? '',
      terms: termsOrBefore(draft, packed),
      messages: draft.messages,
      ...(draft.before?.isPinned && { isPinned: true, words: toWords(typicalOfOwn.get(draft.id) ?? []) }),
    })),
    words: toWords(typical),
  }
}

function toSpace(packed: Packed, dictionary: ThemeDictionary, seed: number): Space {
  const counts = new Map(Object.entries(dictionary.terms))
  const weights = Float64Array.from(packed.vocabulary, (term) => {
    const count = counts.get(term)
    return count === undefined ? 0 : termWeight(term, count, dictionary.texts)
  })
  const every = Math.max(1, Math.ceil(packed.count / mostChosen))
  const first = Math.abs(Math.trunc(seed)) % every
  const chosen = packed.former.map((_, at) => at).filter((at) => at % every === first)
  return { packed, weights, chosen }
}

/** For each text the position of the theme it has so far among `themes`, or -1. */
function formersOf(
  packed: Packed,
  themes: readonly ThemeShape[],
  heirs: ReadonlyMap<string, string>,
): (text: number) => number {
  const positions = new Map(themes.map(({ id }, at) => [id, at]))
  const known = packed.formers.map((id) => positions.get(heirs.get(id) ?? id) ?? -1)
  return (text) => known[packed.former[text] ?? -1] ?? -1
}

function toDrafts(given: {
  packed: Packed
  survivors: readonly ThemeShape[]
  centres: readonly Centre[]
  nearest: Int32Array
  newId: () => string
}): Draft[] {
  const { packed, survivors, centres, nearest, newId } = given
  const messages = new Int32Array(centres.length)
  const different = centres.map(() => new Set<number>())
  nearest.forEach((at, text) => {
    if (at < 0) return
    messages[at] = (messages[at] ?? 0) + 1
    different[at]?.add(fingerprint(packed, text))
  })
  const fewestShown = neededFor(packed.count) * shownShare
  return centres.flatMap((centre, at) => {
    const before = survivors[at]
    const count = messages[at] ?? 0
    if (!before && count === 0) return []
    const isShown = count >= fewestShown && (different[at]?.size ?? 0) >= count * fewestDifferent
    return [{ at, id: before?.id ?? newId(), centre, messages: count, isShown, ...(before && { before }) }]
  })
}

/** The same for texts of the same terms in the same order. */
function fingerprint({ terms, starts }: Packed, text: number): number {
  let hash = 0x2545f491
  for (let at = starts[text] ?? 0; at < (starts[text + 1] ?? 0); at++)
    hash = Math.imul(hash ^ (terms[at] ?? 0), 0x01000193)
  return hash
}

function toShape(draft: Draft, name: string, packed: Packed): ThemeShape {
  const { id, messages, isShown, before } = draft
  return {
    id,
    name,
    terms: termsOrBefore(draft, packed),
    messages,
    isShown: isShown || (before?.isPinned === true && (messages > 0 || before.terms.length === 0)),
    ...(before?.isPinned === true && { isPinned: true }),
  }
}

/** What is pinned and has no texts keeps what it was about. */
const termsOrBefore = ({ centre, before }: Pick<Draft, 'centre' | 'before'>, packed: Packed) =>
  centre.length === 0 && before ? before.terms : toTerms(centre, packed)

const toTerms = (centre: Draft['centre'], packed: Packed): ThemeShape['terms'] =>
  centre.map(([term, weight]) => [packed.vocabulary[term] ?? '', weight] as const)

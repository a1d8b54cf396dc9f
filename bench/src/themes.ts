/**
 * Themes: how well they agree with known reasons, beside k-means on a latent semantic space of the same messages, with as many groups
 * as there are reasons; how fast one message is placed; and the arithmetic of a full revision, with its memory. What a worker does for it:
 * `themes-again.ts`.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { groupByLsa } from '@verbatim/analyser/testing/measures/lsa.ts'
import { type Agreement, agreementOf } from '@verbatim/analyser/testing/measures/scores.ts'
import { placer, revisit, themeTerms } from '@verbatim/analyser/themes/themes.ts'
import { type Claim, median, type Row } from './figures.ts'
import { benchTexts } from './texts.ts'
import { rate } from './timed.ts'

const rounds = 5

export const themes: Claim = {
  name: 'themes',
  async measure({ messages, tell }): Promise<Row[]> {
    return [...measureAgreement(tell), measurePlacing(), ...(await measureRevision(messages, tell))]
  },
}

function measureAgreement(tell: (text: string) => void): Row[] {
  const rows = reasons()
  if (!rows) {
    tell('no messages with known reasons: ../shared/data is not there')
    return []
  }
  const known = rows.map(({ theme }) => theme)
  const { placed, themes: found } = revisit({
    texts: rows.map(({ id, text }) => ({ key: id, terms: themeTerms(text, 'en'), sample: text })),
    themes: [],
    newId: () => crypto.randomUUID(),
  })
  const have = rows.map((_, at) => at).filter((at) => (placed.themes[at] ?? -1) >= 0)
  const ours = agreementOf(
    have.map((at) => known[at] ?? ''),
    have.map((at) => placed.themes[at] ?? -1),
  )
  const knownReasons = new Set(known).size
  // Given the number of known reasons, or of the groups we found: each figure is compared with the better one.
  const baselines = [knownReasons, found.length].map((groups) =>
    [1, 2, 3].map((seed) =>
      agreementOf(
        known,
        groupByLsa(
          rows.map(({ text }) => text),
          groups,
          seed,
        ),
      ),
    ),
  )
  const without = (100 - (100 * have.length) / rows.length).toFixed(0)
  tell(
    `${found.length} themes found, ${knownReasons} reasons known; ${without} % of the messages have no theme`,
  )
  const strict = agreementOf(known, [...placed.themes])
  tell(
    `no theme counted as a group: purity ${strict.purity.toFixed(3)}, V-measure ${strict.vMeasure.toFixed(3)}`,
  )
  const row = (what: string, of: (agreement: Agreement) => number): Row => ({
    what: `Themes of 2,629 complaints, those with a theme: ${what}`,
    ours: of(ours) * 100,
    floor: Math.max(...baselines.map((runs) => median(runs.map(of)))) * 100,
    against: `LSA k-means, given ${knownReasons} or ${found.length} groups`,
    unit: '%',
    marks: { share: 1.25 },
  })
  return [row('purity', ({ purity }) => purity), row('V-measure', ({ vMeasure }) => vMeasure)]
}

function measurePlacing(): Row {
  const texts = benchTexts()
  const { dictionary, themes: found } = revisit({
    texts: texts.map((text, at) => ({ key: String(at), terms: themeTerms(text) })),
    themes: [],
    newId: () => crypto.randomUUID(),
  })
  const place = placer(dictionary, found)
  const perSecond = { ours: [] as number[], floor: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    perSecond.ours.push(rate(texts, (text) => (place(themeTerms(text)) ? 1 : 0)))
    perSecond.floor.push(rate(texts, (text) => text.toLowerCase().match(/\p{L}+/gu)?.length ?? 0))
  }
  const subthemes = found.reduce((sum, one) => sum + (one.subthemes?.length ?? 0), 0)
  return {
    what: `Messages placed in ${found.length} themes and ${subthemes} sub-themes, one thread`,
    ours: median(perSecond.ours),
    floor: median(perSecond.floor),
    against: 'a regex that cuts them into words',
    unit: 'per-second',
    marks: { atLeast: 20_000 },
  }
}

async function measureRevision(messages: number, tell: (text: string) => void): Promise<Row[]> {
  const reading = await inOwnProcess('reading', messages)
  const revision = await inOwnProcess('revision', messages)
  const count = messages.toLocaleString('en-GB')
  tell(`${revision.themes} themes found in ${count} messages`)
  return [
    {
      what: `Themes of ${count} messages found again, one thread`,
      ours: revision.ms,
      floor: reading.ms,
      against: 'their terms read',
      unit: 'ms',
      marks: { atMost: 300_000 },
    },
    {
      what: `Memory while themes of ${count} messages are found again`,
      ours: revision.mb,
      floor: reading.mb,
      against: 'their terms read',
      unit: 'MB',
      marks: { atMost: 1_000 },
    },
  ]
}

async function inOwnProcess(
  what: string,
  messages: number,
): Promise<{ ms: number; mb: number; themes: number }> {
  const script = fileURLToPath(new URL('themes-revision.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, what, String(messages)])
  return JSON.parse(stdout) as { ms: number; mb: number; themes: number }
}

/** Messages with the reason that people gave them; undefined if they are absent. */
function reasons(): { id: string; text: string; theme: string }[] | undefined {
  const file = fileURLToPath(new URL('../../../shared/data/themes/themes.jsonl.gz', import.meta.url))
  if (!existsSync(file)) return undefined
  return gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: string; text: string; theme: string })
}

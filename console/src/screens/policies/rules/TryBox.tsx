import { Text } from '@mantine/core'
import { IconAlertTriangle, IconHelp } from '@tabler/icons-react'
import { asFailure } from '@verbatim/client/failure.ts'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { MarkedTextarea } from '@verbatim/ui/MarkedTextarea.tsx'
import { useState } from 'react'
import { ruleLabel } from './rule-form.ts'
import classes from './TryBox.module.css'
import type { Trial, TrialOfRule } from './use-trial.ts'

/** A sample text, with the matches of the rules in the form. */
export function TryBox({ trial }: { trial: Trial }) {
  const { text, setText, subject, setSubject, rules, normalised, error } = trial
  const isEmpty = text === '' && subject === ''
  const [chosen, setChosen] = useState<string>()
  const isAlone = rules.some(({ rule }) => rule.key === chosen)
  const shown = rules.filter(({ rule }) => !isAlone || rule.key === chosen)
  return (
    <section className={classes.box} aria-label="Try it">
      <MarkedTextarea
        label="Try it"
        description="See what the rules find as you type."
        placeholder="Write or paste a message"
        value={text}
        onChange={setText}
        ranges={shown.flatMap(({ ranges }) => ranges)}
        limit={policyLimits.tryText}
        error={error ? asFailure(error).message : undefined}
      />
      <MarkedTextarea
        label="Subject"
        description="For email. Rules on messages also check it."
        value={subject}
        onChange={setSubject}
        ranges={shown.flatMap(({ subjectRanges }) => subjectRanges)}
        limit={policyLimits.trySubject}
        isLine
      />
      <p className={classes.summary} role="status">
        {summaryOf(trial)}
      </p>
      <ul className={classes.rules} aria-label="What each rule finds">
        {rules
          .filter((tried) => isTelling(tried, isEmpty))
          .map((tried) => (
            <Found
              key={tried.rule.key}
              tried={tried}
              text={text}
              subject={subject}
              isAlone={tried.rule.key === chosen}
              onChoose={() => setChosen(tried.rule.key === chosen ? undefined : tried.rule.key)}
            />
          ))}
      </ul>
      {text !== '' && normalised !== undefined && (
        <details className={classes.normalised}>
          <summary>How phrase rules read this text</summary>
          <Text size="xs" c="dimmed">
            Phrase rules ignore case, width, accents, invisible characters and look-alike letters, and
            disguises if the rule finds those too. Regexes read the text as written.
          </Text>
          <p dir="auto" className={classes.text}>
            {normalised}
          </p>
        </details>
      )}
      {rules.some(({ rule }) => limits(rule)) && (
        <Text size="xs" c="dimmed">
          Direction, sender and channel are not checked here.
        </Text>
      )}
    </section>
  )
}

interface FoundProps {
  tried: TrialOfRule
  text: string
  subject: string
  /** Only this rule's matches are marked. */
  isAlone: boolean
  onChoose: () => void
}

const mostPieces = 3

function Found({ tried, text, subject, isAlone, onChoose }: FoundProps) {
  const { rule, ranges, subjectRanges, problem } = tried
  const pieces = [
    ...new Set([
      ...subjectRanges.map(({ start, end }) => subject.slice(start, end)),
      ...ranges.map(({ start, end }) => text.slice(start, end)),
    ]),
  ]
  const Icon = problem?.kind === 'invalid' ? IconAlertTriangle : IconHelp
  return (
    <li className={classes.rule} data-problem={problem?.kind}>
      {problem ? (
        <>
          <div className={classes.name}>
            <Icon size={14} aria-hidden /> <bdi>{ruleLabel(rule)}</bdi>
          </div>
          <div className={classes.problem}>{problem.message}</div>
        </>
      ) : (
        <button type="button" className={classes.choose} aria-pressed={isAlone} onClick={onChoose}>
          <span className={classes.name}>
            <bdi>{ruleLabel(rule)}</bdi>
            <span className={classes.count}>{counted(countOf(tried), 'match', 'matches')}</span>
          </span>
          <span className={classes.pieces}>
            {pieces.slice(0, mostPieces).map((piece) => (
              <bdi key={piece}>“{piece}”</bdi>
            ))}
            {pieces.length > mostPieces && <span>and {pieces.length - mostPieces} more</span>}
          </span>
        </button>
      )}
    </li>
  )
}

/** Whether a rule was not evaluated matters only with a text; an invalid rule always does. */
const isTelling = (tried: TrialOfRule, isEmpty: boolean) =>
  countOf(tried) > 0 || (tried.problem !== undefined && (!isEmpty || tried.problem.kind === 'invalid'))

const countOf = ({ ranges, subjectRanges }: TrialOfRule) => ranges.length + subjectRanges.length

function summaryOf({ text, subject, rules, unwritten, isTrying }: Trial): string {
  if (rules.length === 0) return 'Add a rule to try it.'
  if (text === '' && subject === '') return ''
  const hits = rules.filter((tried) => countOf(tried) > 0)
  if (hits.length > 0) {
    const empty =
      unwritten > 0
        ? ` ${counted(unwritten, 'rule')} without a pattern ${unwritten === 1 ? 'is' : 'are'} not tried.`
        : ''
    return `${counted(hits.length, 'rule')} of ${rules.length} would catch this.${empty}`
  }
  if (isTrying) return 'Trying…'
  return rules.some(({ problem }) => problem)
    ? 'No rule that was evaluated matches.'
    : 'No rule matches. This text would pass.'
}

function limits({
  conditions: { direction, senderRole, channels, languages },
}: TrialOfRule['rule']): boolean {
  return direction !== 'any' || senderRole !== 'any' || channels.length > 0 || languages.length > 0
}

import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { type EffectLine, effectLines } from './effect-words.ts'
import classes from './EffectLines.module.css'
import { permissionAreas, permissionWords } from './permission-words.ts'

/** What a change of access does: a sentence, or a list if it is more. Nothing without an effect. */
export function EffectLines({ effect }: { effect: AccessEffect }) {
  const lines = effectLines(effect)
  const [only] = lines
  if (!only) return null
  if (lines.length === 1)
    return (
      <div>
        <Line {...only} />
      </div>
    )
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line.text}>
          <Line {...line} />
        </li>
      ))}
    </ul>
  )
}

/** All permissions of a line, by their areas. */
function Line({ text, permissions }: EffectLine) {
  const areas = permissionAreas
    .map(({ label, permissions: known }) => ({
      label,
      words: known.filter((name) => permissions.includes(name)).map((name) => permissionWords[name]),
    }))
    .filter(({ words }) => words.length > 0)
  return (
    <>
      {text}
      {areas.length > 0 && (
        <dl className={classes.areas}>
          {areas.map(({ label, words }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{words.join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

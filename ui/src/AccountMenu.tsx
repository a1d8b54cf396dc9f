import { useMantineColorScheme } from '@mantine/core'
import classes from './AccountMenu.module.css'
import { DropMenu, type MenuAct } from './DropMenu.tsx'
import { initialsOf } from './initials.ts'

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

interface AccountMenuProps {
  name: string
  /** What else there is to know of who is signed in. */
  facts: readonly string[]
  /** After the appearance, in groups. */
  acts: readonly (readonly MenuAct[])[]
}

/** Who is signed in, how it looks, and what else an application offers here. */
export function AccountMenu({ name, facts, acts }: AccountMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (wanted: string) => {
    const scheme = schemes.find(({ value }) => value === wanted)
    if (scheme) setColorScheme(scheme.value)
  }
  const who = (
    <div className={classes.who}>
      <bdi className={classes.name}>{name}</bdi>
      {facts.map((fact) => (
        <bdi key={fact}>{fact}</bdi>
      ))}
    </div>
  )
  return (
    <DropMenu
      width={240}
      inPlace
      target={
        <button type="button" className={classes.target} title={`Account of ${name}`}>
          <span className={classes.spoken}>Account of {name}</span>
          <span aria-hidden>{initialsOf(name)}</span>
        </button>
      }
      parts={[
        { head: who },
        { choice: { label: 'Appearance', value: colorScheme, options: schemes, onChange: choose } },
        ...acts.map((group) => ({ acts: group })),
      ]}
    />
  )
}

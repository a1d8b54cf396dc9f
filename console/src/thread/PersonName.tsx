import { Popover, VisuallyHidden } from '@mantine/core'
import { useEscape } from '@verbatim/ui/escape.tsx'
import { Face } from '@verbatim/ui/Face.tsx'
import { keptInSight } from '@verbatim/ui/kept-in-sight.ts'
import { readable } from '@verbatim/ui/readable.ts'
import { useRef, useState } from 'react'
import { PersonDetails } from './PersonDetails.tsx'
import classes from './PersonName.module.css'

export interface Person {
  readonly name: string
  readonly address?: string
  readonly userId?: string | undefined
  readonly contactId?: string | undefined
}

/** Long enough that a pointer on its way to something else opens nothing. */
const restMs = 350

interface PersonNameProps {
  person: Person
  /** Where a field has the name itself, the person's initials lead to the card. */
  as?: 'name' | 'initials'
}

/**
 * A person's name. Pointing at it, or the focus on it, shows their card; pressing it keeps the card open and goes into it. A
 * person who is neither a user nor a contact has none.
 */
export function PersonName({ person, as = 'name' }: PersonNameProps) {
  const { name, address, userId, contactId } = person
  const [opened, setOpened] = useState<'for now' | 'kept'>()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  const soon = (next: 'for now' | undefined) => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => setOpened((now) => (now === 'kept' ? now : next)), restMs)
  }
  const close = () => {
    if (opened === 'kept') button.current?.focus()
    // After the focus, which would show the card again.
    clearTimeout(waiting.current)
    setOpened(undefined)
  }
  useEscape(opened !== undefined, close)
  const id = userId ?? contactId
  if (id === undefined)
    return (
      <bdi className={classes.name} title={address}>
        {readable(name)}
      </bdi>
    )
  return (
    <Popover
      opened={opened !== undefined}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-start"
      width={300}
      {...(opened === 'kept' && { ...keptInSight, trapFocus: true })}
    >
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={classes.button}
          onMouseEnter={() => soon('for now')}
          onMouseLeave={() => soon(undefined)}
          onFocus={() => soon('for now')}
          onBlur={() => soon(undefined)}
          onClick={() => {
            clearTimeout(waiting.current)
            setOpened(opened === 'kept' ? undefined : 'kept')
          }}
        >
          {as === 'initials' ? (
            <>
              <Face name={name} size="tiny" />
              {/* Not a label, which would have to contain the letters that are seen. */}
              <VisuallyHidden>{`About ${readable(name)}`}</VisuallyHidden>
            </>
          ) : (
            <bdi className={classes.name}>{readable(name)}</bdi>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={`About ${readable(name)}`}
        onMouseEnter={() => clearTimeout(waiting.current)}
        onMouseLeave={() => soon(undefined)}
      >
        <PersonDetails kind={userId ? 'user' : 'contact'} id={id} address={address} />
      </Popover.Dropdown>
    </Popover>
  )
}

import { ActionIcon, CloseButton, Kbd, Popover, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconHelpCircle, IconSearch } from '@tabler/icons-react'
import { maxSearchLength } from '@verbatim/contract/list.ts'
import { type ReactNode, useRef, useState } from 'react'
import classes from './FilterBar.module.css'
import { counted } from '#counted.ts'
import { numberText } from '#dates.ts'
import { blurOnEscape } from '#escape.tsx'
import { useKeys } from '#list-keys.ts'
import { keptInSight } from '#kept-in-sight.ts'
import { usePanel } from '#use-panel.ts'

interface SearchBoxProps {
  /** The current search. */
  value: string
  onChange: (text: string) => void
  placeholder: string
  /** Help on the syntax, behind a question mark. */
  help?: ReactNode
}

const restMs = 350

/** Words to search for. `/` moves the focus here; Enter searches at once, a pause in typing soon. */
export function SearchBox({ value, onChange, placeholder, help }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ text: value, from: value })
  // The address was changed elsewhere (Back, Clear all), so its words replace the input.
  if (typed.from !== value) setTyped({ text: value, from: value })
  // In an address, a longer text would be no search any more, and lost.
  const search = (text: string) => text.length <= maxSearchLength && onChange(text)
  const settle = useDebouncedCallback((text: string) => text !== value && search(text), restMs)
  const over = typed.text.length - maxSearchLength
  useKeys({ '/': () => input.current?.focus() })
  const type = (text: string) => setTyped({ text, from: value })
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      value={typed.text}
      error={
        over > 0 &&
        `${counted(over, 'character')} over the limit of ${numberText(maxSearchLength)}. Shorten the text to search for it.`
      }
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSectionWidth={help ? 64 : undefined}
      rightSection={
        <div className={classes.searchEnd}>
          {typed.text ? (
            <CloseButton
              size="sm"
              aria-label="Clear search"
              onClick={() => {
                settle.cancel()
                type('')
                onChange('')
              }}
            />
          ) : (
            <Kbd size="xs" className={classes.key} aria-hidden>
              /
            </Kbd>
          )}
          {help && <SearchHelp>{help}</SearchHelp>}
        </div>
      }
      onChange={(event) => {
        type(event.currentTarget.value)
        settle(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          settle.cancel()
          search(event.currentTarget.value)
        }
        blurOnEscape(event)
      }}
    />
  )
}

function SearchHelp({ children }: { children: ReactNode }) {
  const { button, toggle, props, fading } = usePanel()
  return (
    <Popover
      {...props}
      {...keptInSight}
      position="bottom-end"
      width="calc(min(320px, 100vw - 32px))"
      trapFocus
    >
      <Popover.Target>
        <ActionIcon ref={button} size={24} aria-label="How to search" onClick={toggle}>
          <IconHelpCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      {/* It takes the focus itself, so that it is read out. */}
      <Popover.Dropdown {...fading} aria-label="How to search" tabIndex={-1} data-autofocus>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

import { ActionIcon, CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconHelpCircle, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { Drop } from './Drop.tsx'
import classes from './FilterBar.module.css'
import { useKeys } from './list-keys.ts'

interface SearchBoxProps {
  /** What is being searched for now. */
  value: string
  onChange: (text: string) => void
  placeholder: string
  /** What may be written here, behind a question mark. */
  help?: ReactNode
}

const restMs = 350

/** Words to search for. `/` leads here; Enter searches at once, a rest in typing soon. */
export function SearchBox({ value, onChange, placeholder, help }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ text: value, from: value })
  // The address moved under us (Back, Clear all): its words replace what was typed.
  if (typed.from !== value) setTyped({ text: value, from: value })
  const settle = useDebouncedCallback((text: string) => text !== value && onChange(text), restMs)
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
            <Kbd size="xs" aria-hidden>
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
          onChange(event.currentTarget.value)
        }
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}

function SearchHelp({ children }: { children: ReactNode }) {
  const [opened, { close, toggle }] = useDisclosure(false)
  return (
    <Drop
      opened={opened}
      onClose={close}
      position="bottom-end"
      width={320}
      label="How to search"
      target={
        <ActionIcon size="sm" aria-label="How to search" onClick={toggle}>
          <IconHelpCircle size={16} aria-hidden />
        </ActionIcon>
      }
    >
      {children}
    </Drop>
  )
}

import { Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Breakable } from '@verbatim/ui/Breakable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { Face } from '@verbatim/ui/Face.tsx'
import { Pager } from '@verbatim/ui/table/Pager.tsx'
import { usePages } from '@verbatim/ui/table/use-pages.ts'
import { type ReactNode, useState } from 'react'
import { Loaded } from '#failures/Loaded.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { EntitySelect } from './EntitySelect.tsx'
import { type EntitySource, mostOffered } from '#lists/entities.ts'
import { type PeopleChange, type PickedPerson, withAdded, withRemoved } from './people-change.ts'
import type { PeopleSource } from './people-question.ts'
import classes from './PeopleEditor.module.css'

interface PeopleEditorProps {
  /** "members" */
  noun: string
  source: PeopleSource
  change: PeopleChange
  onChange: (change: PeopleChange) => void
  /** Whether the reader may change the members. */
  canEdit: boolean
  /** Whether the thing is new and has no members yet. */
  isNew?: boolean
}

const restMs = 250

/** Any number of members, found by typing and shown page by page. Nothing is saved here. */
export function PeopleEditor({ noun, source, change, onChange, canEdit, isNew }: PeopleEditorProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.people}>
        {canEdit && (
          <div className={classes.adding}>
            <AddPerson noun={noun} source={source} change={change} onChange={onChange} />
            {change.added.length > 0 && <AddedPeople noun={noun} change={change} onChange={onChange} />}
          </div>
        )}
        {!isNew && (
          <PeopleWithin noun={noun} source={source} change={change} onChange={onChange} canEdit={canEdit} />
        )}
      </div>
    </div>
  )
}

function AddedPeople({ noun, change, onChange }: Pick<PeopleEditorProps, 'noun' | 'change' | 'onChange'>) {
  return (
    <section>
      <h3 className={classes.heading}>To be added ({numberText(change.added.length)})</h3>
      <ul className={classes.list} aria-label={`${noun} to be added`}>
        {change.added.map((person) => (
          <PersonRow key={person.id} person={person}>
            <Button size="compact-sm" variant="subtle" onClick={() => onChange(withRemoved(change, person))}>
              Do not add
            </Button>
          </PersonRow>
        ))}
      </ul>
    </section>
  )
}

function AddPerson({ noun, source, change, onChange }: Omit<PeopleEditorProps, 'canEdit' | 'isNew'>) {
  const added = new Set(change.added.map(({ id }) => id))
  return (
    <EntitySelect
      label={`Add ${noun}`}
      placeholder="Enter a name or email address"
      leftSection={<IconUserPlus size={16} aria-hidden />}
      source={addable(source)}
      without={({ id }) => added.has(id)}
      isAdding
      value={undefined}
      onChange={(person) => person && onChange(withAdded(change, person))}
    />
  )
}

/** People who could be added. */
const addable = ({ key, find }: PeopleSource): EntitySource<PickedPerson> => ({
  key,
  find: (api, search, signal) => find(api, { within: false, search, limit: mostOffered, skip: 0 }, signal),
})

const peopleOfPage = 25

function PeopleWithin({ noun, source, change, onChange, canEdit }: Omit<PeopleEditorProps, 'isNew'>) {
  const api = useApi()
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed, restMs)
  const pages = usePages(peopleOfPage)
  const { page, size } = pages
  const question = { within: true, search: sought, limit: size, skip: (page - 1) * size }
  const found = useQuery({
    queryKey: [...source.key, question],
    queryFn: ({ signal }) => source.find(api, question, signal),
    placeholderData: keepPreviousData,
  })
  if (!found.isPlaceholderData) pages.stayWithin(found.data?.total)
  const removed = new Set(change.removed.map(({ id }) => id))
  return (
    <section>
      <TextInput
        label={`Search ${noun}`}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          pages.toFirst()
        }}
      />
      <Loaded of={found} pending={<Skeleton mt="sm" height={120} />} inline>
        {({ items, total }) => (
          <>
            <ul className={classes.list} aria-label={noun}>
              {items.map((person) => (
                <PersonRow key={person.id} person={person} isGoing={removed.has(person.id)}>
                  {canEdit && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color={removed.has(person.id) ? 'indigo' : 'red'}
                      aria-label={`${removed.has(person.id) ? 'Keep' : 'Remove'} ${person.name}`}
                      onClick={() =>
                        onChange(
                          removed.has(person.id) ? withAdded(change, person) : withRemoved(change, person),
                        )
                      }
                    >
                      {removed.has(person.id) ? 'Keep' : 'Remove'}
                    </Button>
                  )}
                </PersonRow>
              ))}
              {items.length === 0 && (
                <li className={classes.none}>{sought ? 'No results' : `There are no ${noun} yet.`}</li>
              )}
            </ul>
            {total > peopleOfPage && <Pager {...pages.pager} total={total} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

interface PersonRowProps {
  person: PickedPerson
  isGoing?: boolean
  children?: ReactNode
}

function PersonRow({ person: { name, detail }, isGoing, children }: PersonRowProps) {
  return (
    <li className={classes.person} data-going={isGoing || undefined}>
      <Face name={name} />
      <span className={classes.words}>
        <bdi className={classes.name}>{name}</bdi>
        <bdi className={classes.detail}>
          {isGoing ? 'will be removed' : detail && <Breakable text={detail} />}
        </bdi>
      </span>
      {children}
    </li>
  )
}

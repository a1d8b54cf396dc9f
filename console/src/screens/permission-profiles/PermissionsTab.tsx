import { Checkbox, MultiSelect, Stack, Switch, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { useState } from 'react'
import { groupChoicesQuery } from '#screens/groups/queries.ts'
import { useApi } from '#shell/use-house.ts'
import { permissionAreas, permissionWords } from './permission-words.ts'
import classes from './PermissionsTab.module.css'
import type { ProfileForm } from './profile-form.ts'

/** What a profile gives: channels in groups, and what may be done beside what the role brings. */
export function PermissionsTab({ form, canEdit }: { form: ProfileForm; canEdit: boolean }) {
  const { given, setGiven } = form
  return (
    <Stack gap="xl">
      <fieldset className={classes.part} disabled={!canEdit}>
        <legend className={classes.legend}>Channels</legend>
        <Text size="xs" c="dimmed">
          Members see messages on these channels in the groups below. Without a channel they see no messages.
        </Text>
        <div className={classes.boxes}>
          {channels.map((channel) => (
            <Checkbox
              key={channel}
              label={channelNames[channel]}
              checked={given.channels.includes(channel)}
              onChange={(event) =>
                setGiven({ channels: toggled(given.channels, channel, event.currentTarget.checked) })
              }
            />
          ))}
        </div>
      </fieldset>
      <GroupsPart form={form} canEdit={canEdit} />
      <fieldset className={classes.part} disabled={!canEdit}>
        <legend className={classes.legend}>Further permissions</legend>
        <Text size="xs" c="dimmed">
          Added to the permissions of a member’s role. You can grant only permissions you have.
        </Text>
        <div className={classes.areas}>
          {permissionAreas.map((area) => (
            <fieldset key={area.label} className={classes.area}>
              <legend className={classes.areaLegend}>{area.label}</legend>
              {area.permissions.map((permission) => (
                <Checkbox
                  key={permission}
                  label={permissionWords[permission]}
                  checked={given.permissions.includes(permission)}
                  onChange={(event) =>
                    setGiven({
                      permissions: toggled(given.permissions, permission, event.currentTarget.checked),
                    })
                  }
                />
              ))}
            </fieldset>
          ))}
        </div>
      </fieldset>
    </Stack>
  )
}

const restMs = 250

function GroupsPart({ form: { given, setGiven }, canEdit }: { form: ProfileForm; canEdit: boolean }) {
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed, restMs)
  const { data: found = [] } = useQuery({
    ...groupChoicesQuery(useApi(), sought),
    enabled: canEdit && !given.allGroups,
  })
  const names = new Map([...given.groups, ...found].map(({ id, name }) => [id as string, { id, name }]))
  return (
    <fieldset className={classes.part} disabled={!canEdit}>
      <legend className={classes.legend}>Groups</legend>
      <Switch
        label="All groups"
        description="Includes groups created later and conversations without a group."
        checked={given.allGroups}
        disabled={!canEdit}
        onChange={(event) => setGiven({ allGroups: event.currentTarget.checked })}
      />
      {!given.allGroups && (
        <MultiSelect
          label="Groups"
          placeholder={given.groups.length === 0 ? 'Choose groups' : ''}
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          data={[...names.values()].map(({ id, name }) => ({ value: id as string, label: name }))}
          value={given.groups.map(({ id }) => id as string)}
          nothingFoundMessage={typed === sought ? 'No results' : 'Looking…'}
          readOnly={!canEdit}
          onChange={(ids) => setGiven({ groups: ids.flatMap((id) => names.get(id) ?? []) })}
        />
      )}
    </fieldset>
  )
}

function toggled<T>(chosen: readonly T[], one: T, isChosen: boolean): T[] {
  const others = chosen.filter((other) => other !== one)
  return isChosen ? [...others, one] : others
}

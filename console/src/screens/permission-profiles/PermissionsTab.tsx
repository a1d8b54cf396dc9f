import { Checkbox, Stack, Switch, Text } from '@mantine/core'
import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { GroupId } from '@verbatim/contract/ids.ts'
import { EntitiesSelect } from '#editor/EntitySelect.tsx'
import { groupSource } from '#lists/sought-options.ts'
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

function GroupsPart({ form: { given, setGiven }, canEdit }: { form: ProfileForm; canEdit: boolean }) {
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
        <EntitiesSelect
          label="Groups"
          placeholder="Choose groups"
          source={groupSource}
          readOnly={!canEdit}
          value={given.groups}
          onChange={(groups) =>
            setGiven({ groups: groups.map(({ id, name }) => ({ id: GroupId.parse(id), name })) })
          }
        />
      )}
    </fieldset>
  )
}

function toggled<T>(chosen: readonly T[], one: T, isChosen: boolean): T[] {
  const others = chosen.filter((other) => other !== one)
  return isChosen ? [...others, one] : others
}

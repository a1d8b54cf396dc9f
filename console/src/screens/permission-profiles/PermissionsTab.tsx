import { Checkbox, Stack, Switch, Text } from '@mantine/core'
import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { GroupId } from '@verbatim/contract/ids.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { EntitiesSelect } from '#editor/EntitySelect.tsx'
import { groupSource } from '#lists/sought-options.ts'
import { permissionAreas, permissionWords } from './permission-words.ts'
import classes from './PermissionsTab.module.css'
import type { ProfileTypes } from './profile-form.ts'

/** The grants of a profile: channels in groups, and permissions in addition to those of the role. */
export function PermissionsTab({ editor }: EditorProps<ProfileTypes>) {
  const { form, values, canEdit } = editor
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
              checked={values.channels.includes(channel)}
              onChange={(event) =>
                form.setFieldValue('channels', toggled(values.channels, channel, event.currentTarget.checked))
              }
            />
          ))}
        </div>
      </fieldset>
      <GroupsPart editor={editor} />
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
                  checked={values.permissions.includes(permission)}
                  onChange={(event) =>
                    form.setFieldValue(
                      'permissions',
                      toggled(values.permissions, permission, event.currentTarget.checked),
                    )
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

function GroupsPart({ editor: { form, values, canEdit } }: EditorProps<ProfileTypes>) {
  return (
    <fieldset className={classes.part} disabled={!canEdit}>
      <legend className={classes.legend}>Groups</legend>
      <Switch
        label="All groups"
        description="Includes groups created later and conversations without a group."
        checked={values.allGroups}
        disabled={!canEdit}
        onChange={(event) => form.setFieldValue('allGroups', event.currentTarget.checked)}
      />
      {!values.allGroups && (
        <EntitiesSelect
          aria-label="Groups"
          placeholder="Choose groups"
          source={groupSource}
          readOnly={!canEdit}
          value={values.groups}
          onChange={(groups) =>
            form.setFieldValue(
              'groups',
              groups.map(({ id, name }) => ({ id: GroupId.parse(id), name })),
            )
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

import type { Script } from '#scene.ts'

export const personalData: Script = {
  language: 'en',
  text: `
# data-card | incident | end hit=personal-data:breach
c: {Easier if I just give you the card|Take it from my card}: 4111 1111 1111 1111, {exp 09/28|expires September}.
r: Please never send card numbers here! {I can’t use it and I can’t delete it|I’ll ask for it to be masked}.
c: {Oops|I thought this was private}.
> delete

# data-iban | incident | hit=personal-data:minor
c: My account for the payout: GB33BUKB20201555555555
r: Thank you, but I can’t take bank details in a message. {Could you enter it in {portal}?|I’ll call you to confirm.}
c: {Done|OK}.

# data-iban-foreign | incident | hit=personal-data:minor
c: The {notary|seller} gives this: DE75 5121 0800 1245 1261 99
r: {I’ll check it with them by phone|Noting it, and verifying by phone} before anything moves.
c: {Good|Please do, it’s {big}}.

# data-ssn | incident | end hit=personal-data:breach
r: For the form I only need your {social|social security number}.
c: 987-65-4321
r: {Thanks|Perfect}.

# data-passport | incident | hit=personal-data:minor
c: New passport number {is|:} {|EX}90{ending}21, {valid ten years|issued in {lastmonth}}.
r: Thank you. {Please upload the page in {portal} rather than here|I need the page itself, in {portal} please}.
c: {Will do|Uploading}.

# data-password | incident | end hit=personal-data:breach
c: I can’t get in. {Can you try|You do it for me}? The password is {Saltmarsh|Bramble|Larkspur}{ending}
r: {Please change it right now|Stop} and never tell me, or anybody!
c: {Changed|You sound like my daughter}.
> delete

# data-code | incident | end hit=personal-data:breach
c: {Your colleague|A man from your bank} rang and wants the number I got by text. The one-time code is 40{ending}.
r: DON’T give it to him. That isn’t us. {Hang up|Is he still on the line}?
c: {I’ve hung up|Oh no. Hung up}.
r: Well done. I’m freezing access now and calling you on your landline.

# data-case-false | incident | hit=personal-data:false
c: The parcel number is 0042 7781 9033 1276, {they say it’s at your reception|for the documents I sent}.
r: {Found it|It’s here}, thank you.

# data-maiden | incident | hit=personal-data:minor
c: {The phone people|Security} asked my mother’s maiden name and I {couldn’t spell it|got it wrong}.
r: {Ha|It happens}. I’ll send a new set of questions.
c: Make them about {the dog|cricket}.

# data-list | incident | end hit=personal-data:breach
d: Here are the three for the {transfer|re-papering}: Okafor 987-65-4322, Lockhart 987-65-4323, Yardley 987-65-4324.
r: {Not in here please|Why is that in the chat}? Use the case system.
d: {Sorry, in a hurry|Right}.
> delete
`,
}

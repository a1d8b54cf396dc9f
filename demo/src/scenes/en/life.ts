import type { Script } from '#scene.ts'

export const life: Script = {
  language: 'en',
  text: `
# life-baby | life
c: She’s here! {child}, {3.4 kg|seven pounds six}, everyone is well 🎉
r: {Congratulations!!|What wonderful news!} {A beautiful name|Welcome, {child}}.
> react ❤️
c: Once we’ve slept: can we open something for her?
r: {Sleep first|No hurry at all}. When you’re ready it’s one form and a birth certificate.
c?: {Sleep, what’s that|Ha. In a month or so}.

# life-marriage | life
c: We’re getting married in {nextmonth}! {Do we need to change anything|What changes for you}?
r: {How lovely|Congratulations both}! Names, beneficiaries, perhaps the will. In that order.
c: {I keep my name|I’m taking the name}.
r: {Then that’s one thing less|Then I’ll need the certificate afterwards}. Enjoy the day first.

# life-divorce | life
c: {This is not easy to write|I’d rather say it here than on the phone}. We’re separating.
r: I’m very sorry. {Thank you for telling me|Take your time}. Nothing needs to happen today.
c: Can {he|she} move money from the joint account?
r: At the moment either of you can. I can set it so that both must sign. Shall I?
c: Please.
r: Done from now on. {Both of you get a letter saying so, as the rules require|I have to tell both of you that it’s on}.

# life-bereavement | life | end
c: I’m writing to say that {my husband|my wife|Mum|Dad} died on {past}.
r: I’m so sorry{, {client}|}. {We were very fond of him|Please accept my condolences, and those of everyone here}.
c: Thank you. What do I {have to do|need to send}?
r: Nothing this week. When you feel able, a copy of the certificate. I’ll deal with {the rest|the forms} and bring them to you.
c: That’s kind.
r: {colleague} and I are here, also just for a cup of tea.

# life-inheritance | life
c: My aunt has left me {big}. {I never expected it|We weren’t even close}. 
r: That’s a lot to take in. I’d put it in {fund} and decide nothing for {three|six} months.
c: {Is that your standard advice|Really, nothing}?
r: For unexpected money, {always|yes}. It gives you time to find out what it’s for.

# life-retirement-day | life
c: Last day at work today. {38|31|40} years!
r: {Bravo!|Congratulations!} How does it feel?
c: {Odd|Like the last day of school}. Pension starts on the 1st?
r: On the 1st, {small} a week to the account ending {ending}. Go and do {hobby}.
c: {Already have my shoes on|First thing tomorrow}.

# life-house-sale | life
c: We’ve accepted an offer for the house! {Smaller place, bigger garden|Downsizing at last}.
r: {Great news|Excellent}. Roughly how much will be {left over|freed}, and when?
c: About {big}, {in {nextmonth}|by {day}}.
r: I’ll draft two ideas: one for income, one for the {grandchildren|children}.

# life-illness | life | end
c: I’ll be in hospital for {two|three} weeks from {weekday}. {Routine they say|A new hip}. 
r: I hope it goes {smoothly|really well}. Is there anything to {pay|sign} in that time?
c: The {school fees|rent} on {day}.
r: I’ll see that it goes out. {partner} has my number?
c: Yes. Thank you, that’s one worry less.

# life-school-fees | education
c: {school} have put the fees up {again|by {pct}}. Are we still {on track|all right}?
r: You are: the pot covers {count} more years. After that about {small} a month is missing.
c: From where?
r: From the bonus, as we said. Or a little more growth in the pot, since there’s time.
c: {Bonus|The bonus then, if there is one}.

# life-university | education
c: {child} got in! {city}! Four years! {Help|My wallet}!
r: {Wonderful|Brilliant}! How much a year, with the flat?
c: They say {amount}.
r: Then we start taking from the education pot in {nextmonth}, monthly. It was built for this.
c?: {Proud and poor|I may cry, for both reasons}.

# life-charity | charity
c: I’d like to give {amount} to {charity} {before the year ends|in Mother’s memory}.
r: {That’s lovely|A fine thing}. Giving shares that have gained would cost you less than giving cash.
c: {How so|Really}?
r: No tax on the gain, and the whole value counts. {company} would be a good one to give.
c: {Then that one|Let’s give them that}. Can it be without my name?
r: It can.

# life-foundation | charity
c: How large must it be for {a foundation|a fund in our name} to make sense?
r: A foundation of your own from about {big}. Below that, a named fund under a community foundation does {the same|it} with less paper.
c: {Less paper|The second}. Can the {children|grandchildren} decide where it goes?
r: Yes, that’s half the fun.

# life-car | life
c: {Silly question|Don’t laugh}: can I afford {the old sports car|the campervan}? {amount}.
r: {Not silly|I never laugh about cars}. It’s {smallpct} of everything. You can. Twice, if you must.
c: {Do NOT tell {partner}|You’ve made my week}.
r: {What is said in chat is kept in chat, for seven years, by law|Remember we keep records} 😉

# life-moving-abroad | life
c: We’re thinking of {moving to {city}|spending half the year in {city}}. What breaks?
r: Tax first, some funds second, {pension third|and your sense of humour at the bank}. Before you book anything let me bring in {colleague}.
c: {Sounds expensive|How long have we got}?
r: An hour now saves {a lot|months} later. {weekday}?

# life-will | life
c: {I finally rewrote my will|New will signed}! You’re {named as nothing|not in it}, don’t worry.
r: {As it should be|Quite right} 😄 Could I have a copy of the page about the accounts?
c: {Here|This page}.
> attach scan
r: {Thank you|Filed}. It fits the beneficiary forms, good.

# life-mortgage | lending
c: Our fixed rate ends in {nextmonth}. {Pay some off or fix again|What would you do}?
r: What is the new rate?
c: {pct}.
r: Then paying off {amount} beats what {fund} is likely to earn after tax. I’d do part of it.
c: {Part meaning|How much}?
r: {amount}. Keep the rest liquid.

# life-credit-line | lending
c: Could I borrow against the portfolio for {three months|a bridge}, instead of selling?
r: Yes, up to {share} of it, at about {pct}. Sensible for months, not for years.
c: It’s until the {flat|house} sells.
r: Then it fits. I’ll send the terms. {Do read page 4|The important page is 4}.

# life-business-sale | life
c: {Between us and the lawyers for now: we’re selling the firm|It’s official, we’ve sold the firm}! Signing on {day}.
r: {Congratulations|What a moment}, {client}. {Years of work|I know what went into it}. Let’s plan the first hundred days {slowly|calmly}.
c: {I intend to sleep for thirty of them|First, sleep}.
r: Put it in the plan: thirty days of sleep.
`,
}

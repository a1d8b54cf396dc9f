import type { Grammar } from './grammar.ts'

/** More English: bookings and errands, a firm's own answers, chatter about third parties, and problems told at length. */
export const englishMoreSentences: Grammar = {
  language: 'English, more',
  slots: {
    n: `2,3,4,5,7,10,12,15,18:45,21,100,250,8th,1st,3pm,6:30`,
    place: `Boston,Lisbon,the city centre,San Diego,London,the airport,Oakland,the harbour,downtown,Paris,Madrid,the office,Zurich,Hong Kong,my hotel`,
    want: `an apartment with {n} bedrooms,a flight to {place},a cab to {place},a table for {n},a rental car,a hotel room in {place},a haircut,a doctor,a bus to {place},two tickets,a dentist appointment,something to eat,a good film,some music,a museum,a place to stay,a ride,train tickets to {place},a quiet bar,an event this weekend`,
    date: `March {n},the {n}th of this month,Friday,tomorrow,next week,Saturday at {n},today at {n},the 14th`,
    person: `he,she,my neighbour,this guy,that team,my brother,the coach,her boss,Dave,the minister,our client,a friend of mine,Mike,the old man`,
    it: `the movie,the game,the song,that episode,the book,the show,that story,the match,his post,the picture,that car,the city,her dress,this dog,the painting,the meme`,
    nice: `awesome,hilarious,beautiful,brilliant,cute,adorable,amazing,lovely,genius,gorgeous,incredible,really cool,pretty cool,so funny,sweet,great,handsome,impressive,smart,inspiring,talented,tasty,stunning,fantastic,delightful,charming`,
    biz: `the order,the contract,the quarterly numbers,the invoice,the proposal,the schedule,the pricing,the agreement,the position,the hedge,the budget,the deal,the trade,the allocation,the audit,the account form,the renewal,the term sheet`,
    who: `Anna,Peter,the desk,legal,compliance,the client,the committee,Mr Weber,the bank,our lawyers,the back office,the auditors,the counterparty,your office,the team,procurement`,
    trouble: `crashed,stopped responding,refused my card,lost my data,sent me round in circles,logged me out,charged me again,showed an error,cancelled my booking,ate my coins,rejected my documents,deleted my order,froze halfway,double booked us,sent the wrong size,gave me the wrong change`,
    firm: `your bank,your shop,your airline,your app,your website,the hotel,the restaurant,your delivery service,your phone company,your insurance,your platform,the garage,your clinic,your gym`,
    sore: `so disappointed,very let down,really annoyed,beyond frustrated,not happy at all,absolutely furious,losing patience,sick of this,extremely unhappy,tired of excuses,seriously unimpressed,at my wits' end`,
    wait: `{n} days,{n} hours,{n} weeks,three weeks,a month,two hours,forever,almost a week,since Monday,since last year`,
  },
  templates: {
    question: `would you like {want}?
do you want {want}?
would you like me to book it for {date}?
shall I go ahead with {biz}?
should I check {place} or somewhere else?
do you want to [share a ride|stay near the centre|pay by card|leave in the morning]?
which [city|date|account|size|branch|one] do you [prefer|want|mean|need]?
what [city|date|time|size|name] should I [use|book|look for|put down]?
[great|perfect|ok|cool|nice|thanks], [what|where|when] is it?
[great|perfect|sounds good|awesome]. what is the address?
what's the [weather like in {place}|phone number|rating|price|total|deadline for {biz}]?
how many [people|rooms|tickets|seats|shares|days] [?|do you need?|are there?|is that?]
how much is {want}?
is {want} available on {date}?
is there [parking|wifi|a pool|a direct train|a discount|anything cheaper]?
do they serve [wine|breakfast|vegetarian food]?
what time does it [start|open|end|leave|close]?
anything else?
is there anything else I can help with?
does that work for you?
is that correct?
what happened to {person}?
who is {person}?
who wrote {it}?
where is {it} from?
why did {person} leave?
why would {person} do that?
why is {it} so [popular|expensive|short|blue]?
why do people like {it}?
did {person} really say that?
have you seen {it}?
has {who} signed off on {biz}?
did {who} get back to you on {biz}?
what did {who} think of {biz}?
what is the status of {biz}?
when do we expect {biz}?
where do we stand on {biz}?
what was the price of {biz} on {date}?
how does {biz} work?
how do you feel about {it}?
you think {person} will win?
so {person} said no?
wait, {person} did what?
and how is that different?
who, me?
for what?
since when?
is this still valid for {date}?
are you talking about {it}?
do you need {want} or not
what do you mean
what did it say
what are the chances
can I use it in {place}?
can I still change {biz} after {date}?
can you do {date}?
is it true that fees go up?
what are your rates for a deposit of {n} months
how risky is it
does anyone here use it?
who can I ask about {biz}?
where can I find {want}?
can this be done by phone?
how do you spell your name?
when's the next one?`,
    request: `I need {want}.
I want {want}.
I want {want} for {date}.
I need {want} on {date} at {n}.
I'd like {want}.
I would like {want} please.
I'm looking for {want}.
I am looking for {want} in {place}.
I am searching for {want}.
I also need {want}.
I'm in the mood for {want}.
I feel like getting {want}.
I am going to {place} and need {want}.
I'm travelling to {place} on {date}, find me {want}.
we'd like {want} for {n} people.
hi, I need help finding {want}.
hello, [could|can] you help me find {want}?
can you help me with {want}?
can you find {want}?
can you look up {want}?
could you book {want} for {date}?
will you get me {want}?
find {want} for {date}.
find me {want}.
search for {want}.
get me {want}.
book {want} for {n} people on {date}.
show me {want}.
reserve {want}.
let's book {want}.
let's go with the first one and book it.
yes, book it for {date}.
make it for {n} people.
change it to {date}.
actually, make that {n}.
please see if {who} can join.
please pass this on to {who}.
please forward {biz} to {who}.
please get {biz} to {who} by {date}.
please have {who} call me.
please take a look at {biz} and let me know your thoughts.
please advise on {biz}.
please confirm that {biz} is correct.
please do not share {biz}.
please ignore my last email.
please disregard {biz}.
please make sure {who} gets a copy.
please note my new address and update {biz}.
can you get {who} to sign {biz}?
can you ask {who} about {biz}?
can you put me on the list for {date}?
could you give me a ring about {biz}?
could you look at {biz} when you have a minute?
would you please send {biz} to {who}?
let me know if {who} agrees with {biz}.
let me know if {date} works.
let me know what {who} says.
let {who} know about {biz}.
ask {who} for {biz}.
get back to me with {biz}.
go ahead with {biz}.
go ahead and set it up.
give {who} a call.
give me the details of {biz}.
send {biz} to {who}.
send me {biz} asap.
call {who} and fix a date.
call me when you get this.
text me the address.
I think you need to call {who}.
I suggest we talk to {who} about {biz}.
I suggest we meet on {date}.
we should discuss {biz} on {date}.
you might want to check {biz}.
feel free to call me on {n}.
if you agree, sign {biz} and return it.
if that is ok, send {biz} to {who}.
if you have questions, call me.
to continue, click the link below.
to activate your account, follow the instructions below.
log in to complete your profile.
reply STOP to opt out.
sign up today and save {n} percent.
apply now.
any help with {biz} would be appreciated.
any comments on {biz} are welcome.
I'd be grateful for {biz}.
looking for a quote on {n} lots.
buy {n} at market.
sell {n} when it hits {n}.
cancel the order from {date}.
move {n} thousand to savings.
pls chk {biz}
call me wen free
bring {it} tonight
tell {person} I said hi`,
    complaint: `[I am|I'm] {sore} with {firm}.
{sore}, {firm} [let me down again|{trouble}|just does not care].
{firm} {trouble}.
{firm} {trouble} and nobody helped.
{firm} {trouble} [again|twice|for the third time|yet again].
{firm} is a nightmare to deal with.
{firm} has gone downhill.
I used to like {firm} but now it is terrible.
I have been a customer for {n} years and this is how you treat me.
long time customer, {sore}.
after {wait} {firm} still has not [replied|fixed it|refunded me|called|delivered].
waiting {wait} already.
have been waiting {wait} for a reply.
{wait} and still no [answer|refund|sign of it|call back|solution].
it took {wait} to get an answer, and it was wrong.
it's been {wait} [now|already|and nothing].
is this a joke? {firm} {trouble}.
are you kidding me, {firm} {trouble}?
how can you {trouble} me like this?
how do you lose a whole suitcase?
how hard can it be to deliver a parcel?
why should I pay for something that does not work?
why are your staff so rude?
why am I being charged for this?
why was my account closed without notice?
why did you cancel my booking?
why won't you answer my emails?
what kind of service is this?
what is wrong with {firm}?
what are we paying you for?
can someone explain why {firm} {trouble}?
can anyone at {firm} actually help?
anybody there? {wait} without a reply.
does {firm} even have support?
hello? I am still waiting for an answer!
I asked for one thing and you sent another.
I did what your agent told me and it made things worse.
I should not have to call {n} times.
I spent {wait} on the phone for nothing.
I had to take a day off and nobody showed up.
I ordered size {n} and got the wrong one.
I cancelled and you still took the money.
I never agreed to this fee.
I never authorised this payment.
I did not sign up for this.
I trusted you and lost {n} thousand.
your fees are a rip off.
your prices keep going up while the service gets worse.
your update broke everything.
your system is down again and we cannot trade.
your hold music is driving me crazy.
your email support just sends canned replies.
your broker executed the wrong trade.
your letter makes no sense and the numbers are wrong.
you sold me a product I did not understand.
you told me there was no risk.
you people have no idea what you are doing.
you keep sending me spam after I unsubscribed.
you keep ignoring my messages.
you still owe me {n} dollars.
they [lied to me|overcharged me|ruined my holiday|did not honour the price|would not give me a refund|kept us waiting for {wait}|made us sit on the plane for {wait}].
they cancelled {want} at the last minute.
they lost {want}.
nothing works.
nothing but problems since I joined.
nothing has been done about my claim.
no heating, no hot water, no answer.
no apology, no refund, nothing.
no one showed up on {date}.
not a single reply in {wait}.
not what I ordered.
not worth the money.
too expensive for what you get.
too slow, too many errors.
way too slow.
the worst.
this happens every [month|time|week|single day].
this has been going on for {wait}.
this is not the first time {firm} {trouble}.
this is not what we agreed.
this product is defective.
this needs to be fixed, I am {sore}.
terrible quality, the zip broke on day one.
the seat was broken and the screen did not work.
the screen cracked after {n} days.
the battery dies after {n} minutes.
the box was open and items were missing.
the driver went to the wrong address and blamed me.
the line is always busy.
the call dropped {n} times.
the nurse was rude and we waited {wait}.
the food made me sick.
the toilet was dirty.
the bill is wrong again.
the price at the till was higher than on the shelf.
the statement is wrong and nobody can explain it.
the gate agent gave my seat away.
flight delayed {wait}, no food, no information.
bag lost, {wait}, no answer.
delivery late, food cold, order wrong.
package marked as delivered but it was not.
card blocked abroad and nobody picks up.
app keeps asking me to log in, then crashes.
error {n} whenever I try to pay.
transfer failed {n} times and the fee was still taken.
refund promised on {date}, still not here.
cannot reach anyone at {firm}.
can't get through to anyone.
can't even log in to complain.
could not be less helpful.
disappointing.
very poor.
rude staff.
awful customer service from {firm}.
avoid {firm}.
do not use {firm}.
one star.
would give zero stars if I could.
I expect a full refund and an apology.
I expect compensation for this.
I regret ever using {firm}.
I have lost all trust in {firm}.
I've had it with {firm}.
fed up with {firm}.
unhappy with {firm}.
extremely poor communication from {firm}.
sad to see how {firm} treats people.
shame, I expected more from {firm}.
thanks to {firm} I missed {want}.
thanks {firm}, you ruined my weekend.
well done {firm}, you {trouble} again.
lovely, {firm} {trouble}.
nice one, {wait} late and no apology.
so my booking is gone and nobody knows why.
so annoyed right now, {firm} {trouble}.
guess who has no internet again.
another charge I did not make.
still broken.
still not fixed.
yet another failed delivery.
ridiculous wait times.
unbelievable, {firm} {trouble}.
absolutely useless.
seriously? {firm} {trouble}!
omg {firm} {trouble} again smh
ugh, {firm} {trouble}
wtf {firm}
my son's {it} arrived broken.
my mother has been waiting {wait} for her pension payment.
we were promised {want} and got nothing.
we have a serious problem with {biz}, it is wrong again.
we are {sore} about {biz}.
we have still not received {biz} despite three reminders.
despite my emails nobody has corrected {biz}.
as I told you {n} times, {biz} is wrong.`,
    compliment: `{it} is {nice}.
{it} was {nice}!
{it} looks {nice}.
that is a {nice} {n} year old.
that's {nice}.
this is {nice}!
such a {nice} [dog|idea|picture|story|guy|team|place|song].
what a {nice} [dog|idea|picture|story|guy|team|place|song|shot]!
{person} is {nice}.
{person} is so {nice}.
{person} is a {nice} [guy|player|person|singer|human being].
{person} is a legend.
{person} is the best.
{person} did a great job.
{person} played {nice} last night.
{person} deserves all the credit.
you look {nice}.
you are a {nice} [person|writer|artist|friend].
you're so {nice}!
your [work|dog|art|photo|advice|taste|post|garden] is {nice}.
I love {it}!
I love how {nice} it is.
I really like {it}.
I like your [style|idea|thinking|work|shirt].
I enjoyed {it}, it was {nice}.
I was impressed by {it}.
I admire {person}.
I respect that.
I appreciate the [explanation|honesty|help|thought|reply].
good for you!
good job [man|mate|everyone|on {biz}].
great work on {biz}.
nice [one|work|shot|find|job|pics|car].
{nice}, thanks for sharing!
{nice} work from {who} on {biz}.
{who} did a {nice} job on {biz}.
well played.
well said.
wow, {it} is {nice}.
wow that's {nice}
haha that's {nice}
lol {nice}
thank you, that was {nice}.
{nice}!
{nice}
looks {nice} to me, congrats!
congratulations, well deserved.
proud of you.
best {it} ever.
one of the best [players|films|songs|places|days] ever.
my favourite [part|song|team|restaurant].
pretty {nice} tho
still the greatest.
definitely the best.
they are {nice}, I recommend them.
the service at {place} was {nice}.
the crew to {place} was {nice}.
we had a {nice} stay in {place}.
flight to {place} was {nice}, on time and friendly crew.
thanks {who}, {nice} help today.
smooth and quick, {nice}.
happy customer here!
you have earned a customer for life.
you saved my day.
you solved it in {n} minutes, {nice}!
this app is {nice}, so easy to use.
I've been a happy customer for {n} years.
everyone was so friendly.
super helpful, thank you!
cheers, that really helped me a lot, you're a star.
you have been so patient with me.
most helpful person I've spoken to.
what you did for us means a lot.
can't thank you enough.
couldn't have done it without you.
I'm so happy with {want}.
10/10
A+ service`,
    other: `I found {n} [hotels|restaurants|options|flights|events] in {place}.
there are {n} [buses|flights|options|results] on {date}.
it is {want} for {n} dollars.
it costs {n} per person.
your total is {n} dollars.
you have {n} dollars in your account.
your ride arrives in {n} minutes.
your appointment is on {date} at {n}.
your reservation at {n} in {place} is confirmed.
the event starts on {date} at {n} in {place}.
it leaves from {place} at {n}.
{n} people, {date}, {place}.
on {date}, {n} of us.
from {place} to {place}.
{date} at {n}
{date} works.
[yes|yeah|yep|sure|ok], {date}.
[yes|ok|great|perfect], that [works|is right|is fine|sounds good].
that [is|was] all [I need|I needed|for now]. [thank you|thanks|].
no, [that's all|nothing else|thank you|I'm good].
thank you for your help.
thanks for the help.
thank you so much, bye.
thank you very much!
thanks {who}.
you're welcome, have a nice day.
have a great day!
enjoy your [meal|trip|movie|weekend].
looking forward to seeing you on {date}.
see you on {date}.
I am in {place} until {date}.
I will be in {place} on {date}.
I am going to {place} with {person}.
I live in {place} with {n} cats.
I have {n} meetings on {date}.
I have been in {place} since {date}.
I have been with the firm for {n} years.
I have not seen {it}.
I haven't seen {person} in {n} years.
I haven't heard that one.
I have never been to {place}.
I had {n} coffees today.
I never said that.
I wasn't there.
I do not remember {it}.
I don't watch it.
I didn't know that.
I can't tell the difference.
I hate Mondays lol
I lost the game yesterday.
{person} {trouble}.
{person} told me about {it}.
{person} said {it} was about a war.
{person} has never been to {place}.
{person} does the same.
{person} lost {n} games in a row.
{person} was waiting at {place}.
{person} is a liar.
{person} got fired from {place}.
{person} went to {place} in {n}.
{person} broke his leg.
{person} hates {it}.
{it} was on TV.
{it} is about a girl from {place}.
{it} came out in 2015.
{it} is not for me.
{it} reminds me of {place}.
that's what {person} said.
that was {n} years ago.
that's just how it is.
that makes no sense to me but ok.
not even close.
not in {place}.
nobody says that anymore.
nobody knows what happens next.
people still do that.
people should vote.
if you like it, watch it.
if you go there, it is next to the station.
when you grow up you see things differently.
you can do it online.
you can do that in the settings.
you get used to it.
you never know.
you have to be 18.
you don't have to attend.
you said it was {n}.
you will receive {biz} on {date}.
you will find the details below.
we did not get the game.
we are supposed to leave tomorrow.
we sent {biz} to {who} on {date}.
we received {biz} from {who}.
we will discuss {biz} on {date}.
we have reviewed {biz} with {who}.
we do not hold inventory.
{who} sent {biz} on {date}.
{who} is reviewing {biz}.
{who} approved {biz}.
{who} has not decided on {biz} yet.
{who} will be out until {date}.
{who} asked about {biz}.
{biz} is attached.
{biz} was signed on {date}.
{biz} will be ready on {date}.
{biz} did not change.
{biz} is with {who}.
{biz} covers {n} months.
attached is {biz}.
I sent {biz} to {who}.
I talked to {who} about {biz}.
I assume {who} will send {biz}.
I spoke with {who}, {biz} is fine.
I'll ask {who} about {biz}.
I will try to finish {biz} by {date}.
per our call, {biz} is {n} million.
our price for {biz} is {n}.
market closed at {n}.
rates were unchanged.
volumes fell {n} percent.
oil is up {n} cents.
the fund returned {n} percent.
this email is confidential.
this offer ends on {date}.
from: {who}
subject: {biz}
cc: {who}
page {n} of {n}
sent from my phone
http://example.com
on {date} {who} wrote:
out of office until {date}.
hmm
oh well
same here
me too
yeah I guess
true
nope
k
brb
good luck!
take care
hope you feel better
miss you
love you too, good night
in the bus now
at work
going home
just woke up
eating lunch`,
  },
}

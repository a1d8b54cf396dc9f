import type { Script } from '#scene.ts'

export const arabic: Script = {
  language: 'ar',
  text: `
# ar-review | review
r: تقرير {lastquarter} جاهز: {pct}، {أعلى قليلا من|قريب من} المؤشر.
> attach pdf
c: ما الذي {ساعد|أثّر} أكثر؟
r: {fund} بشكل رئيسي، والتفاصيل في الصفحة {3|4}.
c: {هل نغيّر شيئا؟|حسنا، نبقى كما نحن.}

# ar-meeting | scheduling
c: هل {لديك وقت|يمكننا اللقاء} يوم {weekday}؟
r: الساعة {time} في {place}، مناسب؟
c: {مناسب جدا|الأفضل عبر الفيديو}.

# ar-transfer | transfer
c: أرجو تحويل {amount} إلى الحساب المنتهي بـ {ending}.
r: بكل سرور، سأتصل أولا للتأكيد.
> wait 20m
r: تم التأكيد، سيصل المبلغ يوم {weekday}.

# ar-documents | documents
r: نحتاج {document}، {القديم انتهى|لم تعد سارية}. الرجاء الرفع عبر {portal}.
c: {تم الرفع|سأرسلها الليلة}.

# ar-market | market
c: {company} {هبطت|ارتفعت} {pct}، {ما رأيك؟|هل نشتري؟}
r: حصتنا صغيرة عبر {fund}. لا أتخذ قرارا بسبب يوم واحد.

# ar-drop | drop
c: الأسواق {حمراء|تهبط بقوة}، هل {نبيع|نخرج}؟
r: مصاريف ثلاث سنوات خارج الأسهم، {لا حاجة للبيع|اطمئن}.
c: {الحمد لله|طيب}.

# ar-fees | fees
c: ما هذا الخصم {small}؟
r: رسوم الإدارة عن {lastquarter}.

# ar-talk | small talk
c: كل عام وأنتم بخير! 🌙
r: وأنت {بخير وصحة|وأسرتك بألف خير}!

# ar-praise | compliment
c: شكرا على {الصبر|السرعة} {مع والدي|في التحويل}، خدمة ممتازة.
r: هذا {واجبنا|من لطفك}.

# ar-guarantee | incident | end hit=guarantees:breach
r: هذا العائد مضمون، {pct} سنويا.
c: {مضمون فعلا؟|أكيد؟}

# ar-complaint | incident | end hit=complaints:minor
c: أنتظر منذ {ثلاثة أسابيع|شهر}، أريد تقديم شكوى.
r: أعتذر بشدة، سُجلت برقم {ref}.
`,
}

// See Forms.h.
#include "lib/Target/Cpu/Schedule/Forms.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Target/Cpu/Chain/ChainForm.h"
#include "lib/Target/Cpu/Conv/ConvEmitter.h"
#include "lib/Target/Cpu/Depthwise/DepthwiseEmitter.h"
#include "lib/Target/Cpu/Depthwise/DepthwiseGradient.h"
#include "lib/Target/Cpu/Loops/LoopEmitter.h"
#include "lib/Target/Cpu/Product/GatheredProduct.h"
#include "lib/Target/Cpu/Product/ProductEmitter.h"
#include "lib/Target/Cpu/Sort/SortEmitter.h"
#include "lib/Target/Cpu/Winograd/WinogradEmitter.h"
#include "lib/Target/Cpu/Winograd/WinogradGradient.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace weir::cpu {
namespace {

using Form = std::unique_ptr<KernelForm>;

constexpr StringLiteral kForm = "form";

/// Each returns null for a kernel that it doesn't fit. Of those that are suggested the first one is.
constexpr Form (*kFinders[])(const KernelSite &) = {
    winogradForm,          winogradGradientForm, sortForm, rowChainForm, productForm, convolutionForm, depthwiseForm,
    depthwiseGradientForm, gatheredProductForm,  nestForm, loopForm,
};

SmallVector<Form> formsOf(const KernelSite &site) {
  SmallVector<Form> forms;
  for (auto find : kFinders)
    if (Form form = find(site))
      forms.push_back(std::move(form));
  return forms;
}

Form suggestedForm(const KernelSite &site) {
  for (auto find : kFinders)
    if (Form form = find(site); form && form->isSuggested()) {
      auto isAdmitted = [](const Knob &knob) { return knob.admits(*knob.value); };
      assert(llvm::all_of(form->knobs(), isAdmitted) && form->problem().empty() && "expects suggestions to be allowed");
      (void)isAdmitted;
      return form;
    }
  llvm_unreachable("loops take any kernel");
}

InFlightDiagnostic error(const KernelSite &site) {
  func::FuncOp kernel = site.kernel;
  return kernel.emitError("expects '") << kernel::kScheduleAttr << "' to have ";
}

template <typename Range> std::string namesOf(Range &&range) {
  return llvm::join(llvm::map_range(range, [](const auto &one) { return std::string(one); }), ", ");
}

FailureOr<Form> namedForm(const KernelSite &site, DictionaryAttr schedule) {
  auto name = schedule.getAs<StringAttr>(kForm);
  for (auto find : kFinders)
    if (Form form = name ? find(site) : nullptr; form && form->name() == name)
      return form;
  SmallVector<Form> forms = formsOf(site);
  std::string names = namesOf(llvm::map_range(forms, [](const Form &form) { return form->name(); }));
  InFlightDiagnostic report = error(site) << "a form that the kernel has, one of: " << names << "; got ";
  return name ? report << name.getValue() : report << "none";
}

LogicalResult setKnob(const KernelSite &site, KernelForm &form, NamedAttribute entry) {
  SmallVector<Knob> knobs = form.knobs();
  StringRef name = entry.getName();
  auto *knob = llvm::find_if(knobs, [&](const Knob &one) { return name == StringRef(one.name); });
  if (knob == knobs.end())
    return error(site) << "numbers of the form '" << form.name()
                       << "': " << namesOf(llvm::map_range(knobs, [](const Knob &one) { return one.name; })) << "; got "
                       << name;
  auto number = dyn_cast<IntegerAttr>(entry.getValue());
  if (number && number.getType().isInteger(64) && knob->admits(number.getInt())) {
    *knob->value = number.getInt();
    return success();
  }
  InFlightDiagnostic report = error(site) << name << " from " << knob->least << " to " << knob->most;
  if (knob->unit != 1)
    report << ", a multiple of " << knob->unit;
  return report << ", got " << entry.getValue();
}

/// Half and twice the number, and those a step beside it, as far as they are allowed.
SmallVector<int64_t> numbersBeside(const Knob &knob) {
  SmallVector<int64_t> numbers;
  int64_t value = *knob.value;
  for (int64_t wanted : {value / 2 / knob.unit * knob.unit, value - knob.step, value + knob.step, 2 * value}) {
    int64_t number = std::clamp(wanted, knob.least, knob.most);
    if (number != value && knob.admits(number) && !llvm::is_contained(numbers, number))
      numbers.push_back(number);
  }
  return numbers;
}

} // namespace

FailureOr<Form> scheduledForm(const KernelSite &site) {
  auto schedule = func::FuncOp(site.kernel)->getAttrOfType<DictionaryAttr>(kernel::kScheduleAttr);
  if (!schedule)
    return suggestedForm(site);
  FailureOr<Form> form = namedForm(site, schedule);
  if (failed(form))
    return failure();
  for (NamedAttribute entry : schedule)
    if (entry.getName() != kForm && failed(setKnob(site, **form, entry)))
      return failure();
  if (std::string problem = (*form)->problem(); !problem.empty())
    return error(site) << problem;
  return form;
}

DictionaryAttr scheduleOf(MLIRContext *context, KernelForm &form) {
  Builder builder(context);
  NamedAttrList entries;
  entries.set(kForm, builder.getStringAttr(form.name()));
  for (const Knob &knob : form.knobs())
    entries.set(StringRef(knob.name), builder.getI64IntegerAttr(*knob.value));
  return entries.getDictionary(context);
}

FailureOr<SmallVector<DictionaryAttr>> otherSchedules(const KernelSite &site) {
  FailureOr<Form> own = scheduledForm(site);
  if (failed(own))
    return failure();
  MLIRContext *context = site.kernel->getContext();
  SmallVector<DictionaryAttr> schedules;
  for (const Knob &knob : (*own)->knobs()) {
    int64_t value = *knob.value;
    for (int64_t other : numbersBeside(knob)) {
      *knob.value = other;
      if ((*own)->problem().empty())
        schedules.push_back(scheduleOf(context, **own));
    }
    *knob.value = value;
  }
  for (Form &form : formsOf(site))
    if (form->name() != (*own)->name())
      schedules.push_back(scheduleOf(context, *form));
  return schedules;
}

} // namespace weir::cpu

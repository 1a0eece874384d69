"""Knowledge distillation: a student learns from a teacher's softened scores, beside the labels; the teacher stays."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, TEMPERATURE, ALPHA = 40, 3.0, 0.7


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(64, 96), nn.BatchNorm1d(96), nn.LeakyReLU(), nn.Linear(96, 48), nn.LeakyReLU(), nn.Linear(48, 10)
        )

    def forward(self, images):
        return self.layers(images)


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(64, 16)
        self.output = nn.Linear(16, 10)

    def forward(self, images):
        return self.output(F.relu6(self.hidden(images)))


class Pretrain(nn.Graph):
    def __init__(self, teacher, optimizer):
        super().__init__()
        self.teacher = teacher
        self.loss = nn.CrossEntropyLoss()
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = self.loss(self.teacher(images), labels)
        loss.backward()
        return loss


class Distill(nn.Graph):
    def __init__(self, teacher, student, optimizer):
        super().__init__()
        self.teacher = teacher
        self.student = student
        self.divergence = nn.KLDivLoss(reduction="batchmean", log_target=True)
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        with flow.no_grad():
            wanted = F.log_softmax(self.teacher(images) / TEMPERATURE, dim=1)
        scores = self.student(images)
        soft = self.divergence(F.log_softmax(scores / TEMPERATURE, dim=1), wanted) * TEMPERATURE**2
        loss = ALPHA * soft + (1 - ALPHA) * F.cross_entropy(scores, labels)
        loss.backward()
        return loss


def losses(data, dtype):
    teacher, student = data.init(Teacher()).to(dtype), data.init(Student()).to(dtype)
    images, labels = data.digits(20 * BATCH)
    batches = [
        (flow.tensor(images[at : at + BATCH], dtype=dtype), flow.tensor(labels[at : at + BATCH]))
        for at in range(0, len(images), BATCH)
    ]
    pretrain = Pretrain(teacher, flow.optim.RAdam(teacher.parameters(), lr=4e-3))
    for batch in batches[:8]:
        yield pretrain(*batch).item()
    teacher.eval()
    distill = Distill(teacher, student, flow.optim.Adadelta(student.parameters(), lr=1.0))
    for batch in batches[8:]:
        yield distill(*batch).item()

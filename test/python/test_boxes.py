"""Boxes that stay where several are found for one thing, and what images have inside of boxes, against NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function


def kept(boxes, scores, threshold):
    """Greedily, box by box."""
    sides = boxes.T
    area = (sides[2] - sides[0]) * (sides[3] - sides[1])
    dropped, found = np.zeros(len(scores), bool), []
    for number in np.argsort(-scores, kind="stable"):
        if dropped[number]:
            continue
        found.append(int(number))
        width = np.minimum(sides[2, number], sides[2]) - np.maximum(sides[0, number], sides[0])
        height = np.minimum(sides[3, number], sides[3]) - np.maximum(sides[1, number], sides[1])
        both = np.maximum(width, 0) * np.maximum(height, 0)
        with np.errstate(invalid="ignore"):
            dropped |= (both / (area[number] + area - both)).astype(np.float64) > threshold
    return found


def drawn(count, seed=0):
    """Boxes, and scores of which many are equal."""
    random = np.random.default_rng(seed)
    corners, sizes = random.uniform(0, 100, (count, 2)), random.uniform(0, 30, (count, 2))
    boxes = np.concatenate([corners, corners + sizes], 1).astype(np.float32)
    return boxes, (random.integers(0, 20, count) / 20).astype(np.float32)


@pytest.mark.parametrize("threshold", [0.0, 0.3, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("count", [0, 1, 2, 63, 64, 65, 300, 2000])
def test_the_best_boxes_stay(count, threshold):
    boxes, scores = drawn(count, count)
    found = flow.nms(flow.tensor(boxes), flow.tensor(scores), threshold)
    assert found.dtype is flow.int64 and found.tolist() == kept(boxes, scores, threshold)
    assert flow.tensor(boxes).nms(flow.tensor(scores), iou_threshold=threshold).tolist() == found.tolist()


@pytest.mark.parametrize("dtype", [flow.float64, flow.float16, flow.bfloat16])
def test_other_dtypes(dtype):
    boxes, scores = drawn(200)
    x, s = flow.tensor(boxes).to(dtype), flow.tensor(scores).to(dtype)
    wide = flow.float64 if dtype is flow.float64 else flow.float32
    assert flow.nms(x, s, 0.4).tolist() == kept(x.to(wide).numpy(), s.to(wide).numpy(), 0.4)


def test_ties_and_edges():
    boxes = flow.tensor([[0.0, 0, 2, 1], [1, 0, 3, 1], [0, 0, 2, 1], [5, 5, 5, 5], [5, 5, 5, 5]])
    # A third is shared, which is not more than the nearest float32 below.
    assert flow.nms(boxes[:2], flow.tensor([1.0, 2.0]), 1 / 3).tolist() == [1]
    assert flow.nms(boxes[:2], flow.tensor([1.0, 2.0]), 0.34).tolist() == [1, 0]
    assert flow.nms(boxes, flow.ones(5), 0.9).tolist() == [0, 1, 3, 4]
    assert flow.nms(boxes, flow.tensor([0.5, 0.5, 0.5, float("nan"), float("inf")]), 0.9).tolist() == [3, 4, 0, 1]
    assert flow.nms(boxes.t().contiguous().t(), flow.ones(5), 0.9).tolist() == [0, 1, 3, 4]


def test_calls_alike_look_at_their_boxes():
    for seed in range(6):
        boxes, scores = drawn(40, seed)
        assert flow.nms(flow.tensor(boxes), flow.tensor(scores), 0.3).tolist() == kept(boxes, scores, 0.3)


def test_what_is_refused():
    boxes, scores = map(flow.tensor, drawn(4))
    for given, error, message in (
        ((boxes[:3], scores), ValueError, r"nms: expects boxes \(N, 4\) and scores \(N,\), got \(3, 4\) and \(4,\)"),
        ((boxes[:, :3], scores), ValueError, r"nms: expects boxes \(N, 4\)"),
        ((boxes[None], scores[None]), ValueError, r"nms: expects boxes \(N, 4\)"),
        ((boxes.long(), scores), TypeError, "nms: expects boxes to be a Tensor of a floating-point dtype, got int64"),
        ((boxes, [1.0] * 4), TypeError, "nms: expects scores to be a Tensor of a floating-point dtype, got list"),
    ):
        with pytest.raises(error, match=message):
            flow.nms(*given, 0.5)
    with pytest.raises(TypeError, match="nms: expects iou_threshold to be a number, got '0.5'"):
        flow.nms(boxes, scores, "0.5")
    with pytest.raises(TypeError, match="nms: expects sizes that are known before the graph runs"):
        Function(lambda x, s: flow.nms(x, s, 0.5))(boxes, scores)


def sampled(image, y, x):
    """An image (C, H, W) between its pixels, as detectors read it: 0 outside."""
    height, width = image.shape[1:]
    if not (-1 <= y <= height and -1 <= x <= width):
        return np.zeros(len(image))
    y, x = min(max(y, 0), height - 1), min(max(x, 0), width - 1)
    top, left = int(y), int(x)
    rows, columns = (top, min(top + 1, height - 1)), (left, min(left + 1, width - 1))
    parts = [(rows[i], columns[j], abs(1 - i - (y - top)) * abs(1 - j - (x - left))) for i in (0, 1) for j in (0, 1)]
    return sum(image[:, row, column] * weight for row, column, weight in parts)


def aligned_part(images, box, scale, sizes, ratio, aligned):
    number, *corners = box
    x1, y1, x2, y2 = np.array(corners) * scale - 0.5 * aligned
    lengths = np.array([y2 - y1, x2 - x1])
    lengths = lengths if aligned else np.maximum(lengths, 1)
    steps = lengths / sizes
    counts = [ratio if ratio > 0 else int(np.ceil(step)) for step in steps]
    part = np.zeros((images.shape[1], *sizes))
    for i, j in np.ndindex(*sizes):
        for k, m in np.ndindex(*counts):
            y, x = y1 + steps[0] * (i + (k + 0.5) / counts[0]), x1 + steps[1] * (j + (m + 0.5) / counts[1])
            part[:, i, j] += sampled(images[int(number)], y, x)
    return part / max(1, counts[0] * counts[1])


@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize("ratio", [-1, 1, 2])
def test_parts_of_images_inside_of_boxes(ratio, aligned):
    random = np.random.default_rng(4)
    images = random.standard_normal((2, 3, 9, 11))
    corners = random.uniform(-3, 16, (6, 2))
    boxes = np.concatenate([random.integers(0, 2, (6, 1)), corners, corners + random.uniform(0, 12, (6, 2))], 1)
    for scale, sizes in ((1.0, (2, 3)), (0.5, (4, 1))):
        expected = [aligned_part(images, box, scale, sizes, ratio, aligned) for box in boxes]
        found = flow.roi_align(flow.tensor(images), flow.tensor(boxes), scale, *sizes, ratio, aligned)
        assert found.shape == (6, 3, *sizes) and np.allclose(found.numpy(), expected, atol=1e-12)


def test_boxes_of_all_sizes_at_once():
    random = np.random.default_rng(6)
    images, sides = random.standard_normal((1, 2, 40, 30)), random.uniform(1, 60, (9, 2))
    boxes = np.concatenate([np.zeros((9, 1)), random.uniform(-5, 10, (9, 2)), sides], 1)
    boxes[:, 3:] += boxes[:, 1:3]
    expected = [aligned_part(images, box, 1.0, (3, 2), -1, True) for box in boxes]
    x = flow.tensor(images).requires_grad_()
    found = flow.roi_align(x, flow.tensor(boxes), 1.0, 3, 2, aligned=True)
    assert np.allclose(found.detach().numpy(), expected, atol=1e-12)
    found.sum().backward()
    alone = x.detach().requires_grad_()
    for box in boxes:
        flow.roi_align(alone, flow.tensor(box[None]), 1.0, 3, 2, aligned=True).sum().backward()
    assert np.allclose(x.grad.numpy(), alone.grad.numpy(), atol=1e-12)


def test_parts_of_images_have_gradients_and_are_traced():
    random = np.random.default_rng(4)
    images, boxes = flow.tensor(random.standard_normal((1, 2, 5, 5))), flow.tensor([[0, 0.3, 0.7, 3.1, 4.2]]).double()
    assert flow.autograd.gradcheck(lambda x: flow.roi_align(x, boxes, 1.0, 2, 2, 2), [images.requires_grad_()])
    step = Function(lambda x, b: flow.roi_align(x, b, 1.0, 2, 2, 2))
    outside = flow.roi_align(images.detach(), boxes, 1.0, 2, 2, 2)
    assert np.allclose(step(images.detach(), boxes).numpy(), outside.numpy())
    with pytest.raises(TypeError, match="use a sampling_ratio above 0"):
        Function(lambda x, b: flow.roi_align(x, b, 1.0, 2, 2))(images.detach(), boxes)
    with pytest.raises(ValueError, match=r"expects input \(N, C, H, W\) and rois \(K, 5\), got"):
        flow.roi_align(images, boxes[:, 1:], 1.0, 2, 2)
    with pytest.raises(TypeError, match="of one dtype of floats, got float64 and float32"):
        flow.roi_align(images, boxes.float(), 1.0, 2, 2)
    with pytest.raises(ValueError, match=r"expects boxes of finite numbers, got .*nan.* in row 1"):
        flow.roi_align(images, flow.tensor([[0, 0, 0, 2, 2], [0, 0, float("nan"), 2, 2]]).double(), 1.0, 2, 2)
    assert flow.roi_align(images, flow.zeros(0, 5, dtype=flow.float64), 1.0, 2, 2).shape == (0, 2, 2, 2)

//! What a file will look like and how long it will be, made on a thread of its
//! own: the latest order wins.

use eframe::egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::order::Order;
use crate::app::elsewhere::Work;
use crate::figure::animation::AnimationError;
use crate::figure::motion::Motion;
use crate::figure::paper::Paper;

/// What is known of an order.
enum News {
    Seen(Result<Seen, AnimationError>),
    Size(Option<u64>),
}

/// What is seen of an order.
#[derive(Default)]
pub struct Seen {
    /// A small picture; none of a table.
    pub picture: Option<ColorImage>,
    /// The sheet of a figure at its true size.
    pub paper: Option<Paper>,
    /// What moves in an animation.
    pub motion: Option<Motion>,
}

/// The preview of the last order.
#[derive(Default)]
pub struct Preview {
    asked: Option<(Order, [u32; 2])>,
    work: Option<Work<News>>,
    texture: Option<TextureHandle>,
    /// Whether the picture is that of an order before.
    pub is_old: bool,
    /// Why there is none.
    pub error: Option<AnimationError>,
    /// What is seen, but for the picture, which is a texture.
    pub seen: Seen,
    /// How many bytes the file will have, once that is known.
    pub size: Option<u64>,
}

impl Preview {
    /// Asks for the preview of an order in at most so many pixels, unless it is that already.
    pub fn ask(&mut self, ctx: &Context, order: &Order, room: [u32; 2]) {
        self.collect(ctx);
        let is_that = |(asked, size): &(Order, [u32; 2])| asked == order && *size == room;
        if self.asked.as_ref().is_some_and(is_that) {
            return;
        }
        self.forget();
        self.is_old = true;
        self.asked = Some((order.clone(), room));
        let order = order.clone();
        self.work = Some(Work::telling(ctx, "preview", move |cancel, tell| {
            let seen = order.preview(room, cancel);
            let is_seen = seen.is_ok();
            tell(News::Seen(seen));
            if is_seen && !cancel.is_raised() {
                tell(News::Size(order.file_size(cancel)));
            }
        }));
    }

    /// Gives up what is under way; the picture stays.
    pub fn forget(&mut self) {
        self.work = None;
        self.asked = None;
        self.size = None;
    }

    fn collect(&mut self, ctx: &Context) {
        while let Some(Ok(news)) = self.work.as_ref().and_then(Work::news) {
            match news {
                News::Seen(result) => {
                    (self.seen, self.error) = match result {
                        Ok(seen) => (seen, None),
                        Err(error) => (Seen::default(), Some(error)),
                    };
                    let texture = |picture| ctx.load_texture("preview", picture, TextureOptions::LINEAR);
                    self.texture = self.seen.picture.take().map(texture);
                    self.is_old = false;
                }
                News::Size(size) => self.size = size,
            }
        }
    }

    /// The picture, where there is one.
    pub fn texture(&self) -> Option<&TextureHandle> {
        self.texture.as_ref()
    }
}
